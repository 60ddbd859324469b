import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A button that is an icon alone; its name is for those who do not see it, and for the pointer that rests on it. */
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
