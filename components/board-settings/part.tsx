import type { ReactNode } from 'react'

/** A titled section of the sheet. */
export function Part({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="py-4">
      <h3 className="text-14 font-semibold">{title}</h3>
      {hint && <p className="mt-0.5 text-13 text-muted">{hint}</p>}
      <div className="mt-2.5">{children}</div>
    </section>
  )
}
