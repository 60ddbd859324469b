import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A button with only an icon; its name is read by screen readers and shown as a tooltip. */
export function IconButton({
  label,
  className,
  ...rest
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-sunk hover:text-ink',
        'disabled:pointer-events-none disabled:text-faint',
        className,
      )}
      {...rest}
    />
  )
}
