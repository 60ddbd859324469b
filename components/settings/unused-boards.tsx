'use client'

/** Deletes unused boards automatically; a preview shows them before it is turned on. */
import { useState } from 'react'
import { previewCleanUp } from '#app/settings/actions.ts'
import { type DateFormat, formatAge } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { useCall } from '#components/ui/use-action.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { UnusedBoard } from '#lib/board/wire/settings.ts'
import { LIMITS, RETENTION_DAYS } from '#lib/limits.ts'
import { CONTROL, Row } from './section.tsx'
import { useSettings } from './use-settings.ts'

type Preview = { days: number; boards: readonly UnusedBoard[] }

export function CleanUp({ look }: { look: DateFormat }) {
  const { values, save } = useSettings()
  const { cleanUpAfterDays: set } = values
  const [days, setDays] = useState(String(set ?? 90))
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, call] = useCall()
  const show = async () => {
    const after = Number(days)
    const outcome = await call(() => previewCleanUp(after))
    setProblem(outcome.ok ? '' : outcome.message)
    setPreview(outcome.ok ? { days: after, boards: outcome.boards } : null)
  }
  const choose = (next: number | null) => {
    setPreview(null)
    void save('cleanUpAfterDays', next)
  }
  return (
    <Row
      label="Delete boards unused for (days)"
      field="cleanUpAfterDays"
      hint={`Archived boards and your most recent board are kept. Deleted boards can be restored for ${RETENTION_DAYS.deletedSessions} days.`}
    >
      {({ id, describedBy }) => (
        <>
          <form
            className="flex flex-wrap items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              void show()
            }}
          >
            <input
              id={id}
              type="number"
              required
              min={1}
              max={LIMITS.cleanUpDays}
              step={1}
              aria-describedby={describedBy}
              value={days}
              onChange={(event) => {
                setDays(event.target.value)
                setPreview(null)
              }}
              className={`${CONTROL} w-24 tabular-nums`}
            />
            <TextButton type="submit" disabled={isBusy} className="h-8!">
              Preview
            </TextButton>
            {set !== null && (
              <TextButton tone="bare" className="h-8!" onClick={() => choose(null)}>
                Turn off
              </TextButton>
            )}
            <span className="text-13 text-muted">
              {set === null ? 'Off' : `On: after ${countOf(set, 'day')}`}
            </span>
          </form>
          {problem && (
            <p role="alert" className="mt-2 text-13 text-danger">
              {problem}
            </p>
          )}
          {preview && (
            <Unused
              preview={preview}
              look={look}
              isOn={preview.days === set}
              onTurnOn={() => choose(preview.days)}
            />
          )}
        </>
      )}
    </Row>
  )
}

function Unused({
  preview: { days, boards },
  look,
  isOn,
  onTurnOn,
}: {
  preview: Preview
  look: DateFormat
  isOn: boolean
  onTurnOn(): void
}) {
  const now = useMinute() ?? 0
  return (
    <div role="status" className="mt-3 max-w-lg rounded-md border border-line p-3">
      <p className="text-13">
        {boards.length === 0
          ? `No boards have been unused for ${countOf(days, 'day')}.`
          : `${countOf(boards.length, 'board')} would be deleted now:`}
      </p>
      {boards.length > 0 && (
        <ul className="mt-1.5 max-h-48 overflow-y-auto">
          {boards.map(({ id, name, lastUsedAt }) => (
            <li key={id} className="flex gap-3 py-0.5 text-13">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-muted tabular-nums">{formatAge(lastUsedAt, now, look)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isOn && (
        <TextButton tone="accent" className="mt-3" onClick={onTurnOn}>
          Turn on ({countOf(days, 'day')})
        </TextButton>
      )}
    </div>
  )
}
