import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const TONES = {
  plain: 'border border-line-strong bg-paper text-ink hover:bg-sunk',
  accent: 'border border-transparent bg-accent text-on-accent hover:bg-accent-deep',
  bare: 'text-muted hover:bg-sunk hover:text-ink',
  link: 'text-accent underline-offset-2 hover:underline',
} as const

export function TextButton({
  tone = 'plain',
  className,
  ...rest
}: { tone?: keyof typeof TONES } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={clsx(
        'inline-flex h-7 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded text-13 font-medium',
        tone === 'link' ? 'px-1' : 'px-2.5',
        'transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50',
        TONES[tone],
        className,
      )}
      {...rest}
    />
  )
}
