'use client'

/** Resends an earlier message, edited or not, optionally undoing the changes made since. */
import { useState } from 'react'
import { PreviewLines, usePreview } from '#components/shared/command-preview.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { LIMITS } from '#lib/limits.ts'

export type AgainProps = {
  text: string
  /** The turn that answered it. */
  turnId: string
  onSend(text: string, rollBack?: string): void
  onClose(): void
}

export default function Again({ text, turnId, onSend, onClose }: AgainProps) {
  const [words, setWords] = useState(text)
  const [rollsBack, setRollsBack] = useState(true)
  const { answer, problem, isNothing } = usePreview({ name: 'undo', input: { since_turn: turnId } })
  const wanted = words.trim()
  const isTooLong = wanted.length > LIMITS.messageChars
  // Nothing can be sent before the changes to undo are known.
  const isReady = wanted !== '' && !isTooLong && (!rollsBack || answer !== null || isNothing)
  const send = (close: () => void) => {
    close()
    onSend(wanted, rollsBack ? turnId : undefined)
  }
  return (
    <Dialog title="Send again" onClose={onClose}>
      {(close) => (
        <form
          className="flex flex-col gap-3 p-4 text-13"
          onSubmit={(event) => {
            event.preventDefault()
            send(close)
          }}
        >
          <textarea
            aria-label="Message to send again"
            value={words}
            rows={3}
            onChange={(event) => setWords(event.target.value)}
            className="field-sizing-content max-h-60 w-full rounded border border-line-strong bg-paper px-2 py-1.5 text-14"
          />
          {isTooLong && (
            <p role="alert" className="text-danger">
              {wanted.length} of {LIMITS.messageChars} characters
            </p>
          )}
          <fieldset className="flex flex-col gap-1.5">
            <legend className="pb-1 font-medium">The board</legend>
            <Choice
              label="Undo Taskboard’s changes since this message"
              isChosen={rollsBack}
              onChoose={() => setRollsBack(true)}
            />
            {rollsBack && (
              <div className="ml-6 rounded-md bg-sunk p-2.5">
                {!problem && !answer && <p className="text-muted">Loading…</p>}
                {problem && <p className={isNothing ? 'text-muted' : 'text-danger'}>{problem}</p>}
                {answer && <PreviewLines lines={answer.lines} nothing="Nothing left to undo." />}
                {answer?.left && <p className="mt-1 text-muted">{answer.left}</p>}
              </div>
            )}
            <Choice
              label="Keep the board as it is"
              isChosen={!rollsBack}
              onChoose={() => setRollsBack(false)}
            />
          </fieldset>
          <div className="flex justify-end gap-2">
            <TextButton onClick={close}>Cancel</TextButton>
            <TextButton type="submit" tone="accent" disabled={!isReady}>
              Send again
            </TextButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose(): void }) {
  return (
    <label className="flex items-center gap-2">
      <input type="radio" name="board" checked={isChosen} onChange={onChoose} className="accent-accent" />
      {label}
    </label>
  )
}
