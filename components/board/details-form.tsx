'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { DateField } from '#components/ui/dates/date-field.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import type { InputOf } from '#lib/board/commands/registry.ts'
import { EFFORT_NAMES, EFFORTS, PRIORITIES, PRIORITY_NAMES } from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import { useBoard } from './behavior/board-context.ts'

const FIELD = 'w-full rounded border border-line-strong bg-paper px-2 text-14'

/** All fields of a task. Only edited fields are sent, so changes by others stay. */
export function DetailsForm({ task, isGone, onClose }: { task: Task; isGone: boolean; onClose(): void }) {
  const { actions, categories, look } = useBoard()
  const [opened] = useState(task)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = changedFields(opened, new FormData(event.currentTarget))
    onClose()
    if (isGone) void actions.bringBack(opened, fields)
    else if (Object.keys(fields).length > 0) void actions.patch(task, fields)
  }
  return (
    <form onSubmit={save} className="max-h-[80dvh] overflow-y-auto p-4">
      {isGone && (
        <p role="alert" className="mb-3 rounded-md bg-sunk px-3 py-2 text-13">
          This task was deleted while you were editing. Restore it with your changes, or cancel.
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Field label="Title" wide>
          <input
            name="title"
            required
            maxLength={LIMITS.titleChars}
            defaultValue={opened.title}
            className={`${FIELD} h-8`}
          />
        </Field>
        <Field label="Notes" wide>
          <textarea
            name="notes"
            rows={4}
            maxLength={LIMITS.notesChars}
            defaultValue={opened.notes}
            className={`${FIELD} field-sizing-content max-h-60 min-h-20 py-1.5`}
          />
        </Field>
        <Field label="Category">
          <select name="category" defaultValue={opened.categoryId} className={`${FIELD} h-8`}>
            {categories().map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <DateField
          label="Due date"
          name="due_date"
          defaultValue={opened.dueDate ?? ''}
          look={look}
          className={`${FIELD} date h-8`}
        />
        <Field label="Priority">
          <Choice name="priority" value={opened.priority} words={PRIORITIES} names={PRIORITY_NAMES} />
        </Field>
        <Field label="Effort">
          <Choice name="effort" value={opened.effort} words={EFFORTS} names={EFFORT_NAMES} />
        </Field>
        <Field label="Progress (%)">
          <input
            type="number"
            name="completion"
            min={0}
            max={100}
            required
            defaultValue={opened.completion}
            className={`${FIELD} h-8 tabular-nums`}
          />
        </Field>
        <Field label="Blocked by">
          <input
            name="blocked_reason"
            maxLength={LIMITS.blockedReasonChars}
            defaultValue={opened.blockedReason}
            placeholder="What’s blocking it?"
            className={`${FIELD} h-8`}
          />
        </Field>
        <Field label="Labels" wide>
          <input
            name="labels"
            pattern={LABELS}
            title={`Up to ${LIMITS.labelsPerTask} labels of ${LIMITS.labelChars} characters, separated by commas, without # or @`}
            defaultValue={opened.labels.join(', ')}
            placeholder="e.g. phone, waiting"
            className={`${FIELD} h-8`}
          />
        </Field>
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <TextButton onClick={onClose}>Cancel</TextButton>
        <TextButton type="submit" tone="accent">
          {isGone ? 'Restore and save' : 'Save'}
        </TextButton>
      </div>
    </form>
  )
}

function Field({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={wide ? 'col-span-2' : ''}>
      <span className="mb-1 block text-12 font-medium text-muted">{label}</span>
      {children}
    </label>
  )
}

function Choice<Word extends string>({
  name,
  value,
  words,
  names,
}: {
  name: string
  value: Word
  words: readonly Word[]
  names: Readonly<Record<Word, string>>
}) {
  return (
    <select name={name} defaultValue={value} className={`${FIELD} h-8`}>
      {words.map((word) => (
        <option key={word} value={word}>
          {names[word]}
        </option>
      ))}
    </select>
  )
}

const LABEL = `\\s*[^,#@]{1,${LIMITS.labelChars}}\\s*`
const LABELS = `\\s*|${LABEL}(?:,${LABEL}){0,${LIMITS.labelsPerTask - 1}},?\\s*`

/** The changed fields, as input of the command. */
export function changedFields(task: Task, data: FormData): Omit<InputOf<'update_task'>, 'task'> {
  const before: Record<string, string> = {
    title: task.title,
    notes: task.notes,
    category: task.categoryId,
    due_date: task.dueDate ?? '',
    priority: task.priority,
    effort: task.effort,
    completion: String(task.completion),
    blocked_reason: task.blockedReason,
  }
  const after = Object.keys(before)
    .map((name) => [name, String(data.get(name) ?? '').replace(/\r\n/g, '\n')] as const)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => [name, name === 'due_date' && value === '' ? 'none' : value])
  return { ...Object.fromEntries(after), ...changedLabels(task.labels, String(data.get('labels') ?? '')) }
}

/** Added and removed one by one, so that labels others change at the same time stay. */
function changedLabels(before: readonly string[], written: string) {
  const after = written.split(',').flatMap((label) => label.trim() || [])
  const add_labels = after.filter((label) => !before.includes(label))
  const remove_labels = before.filter((label) => !after.includes(label))
  return { ...(add_labels.length > 0 && { add_labels }), ...(remove_labels.length > 0 && { remove_labels }) }
}
