'use client'

/**
 * The plain parts of the page: a section, a row of it, and the controls that save by themselves. They’re disabled until
 * the page is hydrated: a choice made before that would be reset without being saved.
 */
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { useHydrated } from '#components/browser/use-hydrated.ts'
import { type Field, useSettings } from './use-settings.ts'

export const CONTROL = 'h-8 rounded border border-line-strong bg-paper px-2 text-14'

export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-line py-7 first:border-t-0 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-14 font-semibold">
          {title}
        </h2>
        {hint && <p className="mt-1 max-w-[40ch] text-13 text-muted">{hint}</p>}
      </div>
      <fieldset disabled={!useHydrated()} className="grid min-w-0 content-start gap-5">
        {children}
      </fieldset>
    </section>
  )
}

/** A control under its label, with the result of saving beside the label. */
export function Row({
  label,
  hint,
  field,
  children,
}: {
  label: string
  hint?: ReactNode
  field: Field
  /** `describedBy` belongs on the control. */
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode
}) {
  const id = useId()
  return (
    <div>
      <p className="mb-1 flex items-baseline gap-3">
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        <Saved field={field} />
      </p>
      {children({ id, describedBy: hint ? `${id}-hint` : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 max-w-[60ch] text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export function Saved({ field }: { field: Field }) {
  const { note } = useSettings()
  if (note?.field !== field) return null
  const isError = note.tone === 'error'
  return (
    <span
      role={isError ? 'alert' : undefined}
      className={clsx('text-12', isError ? 'text-danger' : 'text-accent')}
    >
      {note.text}
    </span>
  )
}

export function SelectRow<Name extends Field>({
  label,
  hint,
  field,
  options,
}: {
  label: string
  hint?: ReactNode
  field: Name
  options: readonly { value: string; label: string; lang?: string }[]
}) {
  const { values, save } = useSettings()
  return (
    <Row label={label} hint={hint} field={field}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={String(values[field])}
          onChange={(event) => void save(field, event.target.value as (typeof values)[Name])}
          className={`${CONTROL} w-full max-w-72`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Row>
  )
}

export function CheckRow({
  label,
  hint,
  field,
  isOff = false,
}: {
  label: string
  hint: string
  field: 'agenticState' | 'instantCommands'
  /** The choice has no effect now. */
  isOff?: boolean
}) {
  const { values, save } = useSettings()
  return (
    <CheckBox
      label={label}
      hint={hint}
      note={<Saved field={field} />}
      isOn={values[field] && !isOff}
      isOff={isOff}
      onChoose={(isOn) => void save(field, isOn)}
    />
  )
}

export function CheckBox({
  label,
  hint,
  note,
  isOn,
  isOff,
  onChoose,
}: {
  label: string
  hint: string
  /** The result of saving. */
  note?: ReactNode
  isOn: boolean
  /** It is disabled. */
  isOff: boolean
  onChoose(isOn: boolean): void
}) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        disabled={isOff}
        checked={isOn}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-0.5 size-4"
      />
      <p className="flex items-baseline gap-3">
        <label htmlFor={id} className="text-13 font-medium">
          {label}
        </label>
        {note}
      </p>
      <p id={`${id}-hint`} className="col-start-2 mt-0.5 max-w-[60ch] text-13 text-muted">
        {hint}
      </p>
    </div>
  )
}

/** A few choices side by side, under their label. */
export function Segments<Value extends string>({
  legend,
  field,
  value,
  options,
  onChoose,
}: {
  legend: string
  field?: Field
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose(value: Value): void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium">{legend}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex max-w-full rounded border border-line-strong p-0.5">
          {options.map((option) => (
            <label
              key={option.value}
              className={clsx(
                'flex h-6.5 cursor-pointer items-center rounded-[3px] px-3 text-13 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                option.value === value ? 'bg-accent-soft font-medium text-ink' : 'text-muted hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChoose(option.value)}
                className="sr-only"
              />
              {option.label}
            </label>
          ))}
        </div>
        {field && <Saved field={field} />}
      </div>
    </fieldset>
  )
}
