import { type ReactNode, useId } from 'react'

/** A titled part of the State view. */
export function Part({
  title,
  count,
  action,
  children,
}: {
  title: string
  count?: number
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line py-2 text-13 last:border-b-0">
      <div className="flex h-8 items-center gap-2 pr-1.5 pl-4">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {count !== undefined && <span className="text-12 text-muted tabular-nums">{count}</span>}
        <span className="flex-1" />
        {action}
      </div>
      {children}
    </section>
  )
}
