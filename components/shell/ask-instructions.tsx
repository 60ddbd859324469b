'use client'

import type { FileInstructions } from '#components/import-file.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { useAttempt } from '#components/ui/use-call.ts'
import { useFeed } from '#components/use-feed.ts'

/** Shows what a file would tell the agent; without a yes nothing of it is used. */
export default function AskInstructions({
  instructions,
  onDone,
}: {
  instructions: readonly FileInstructions[]
  onDone(): void
}) {
  const { actions } = useFeed()
  const [isBusy, run] = useAttempt()
  const use = async (close: () => void) => {
    for (const { sessionId, text } of instructions) {
      if (!(await run(() => actions.saveInstructions(sessionId, text)))) return
    }
    close()
  }
  return (
    <Dialog title="Use the instructions in this file?" onClose={onDone}>
      {(close) => (
        <div className="flex flex-col gap-3 p-4 text-13">
          <p>
            They tell the agent how to act on the imported {instructions.length === 1 ? 'board' : 'boards'}.
            Use them only if you trust who wrote them.
          </p>
          <ul
            aria-label="Instructions in the file"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
            tabIndex={0}
            className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto -outline-offset-2"
          >
            {instructions.map(({ sessionId, name, text }) => (
              <li key={sessionId} className="rounded bg-sunk px-3 py-2">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap justify-end gap-2">
            <TextButton disabled={isBusy} onClick={close}>
              Leave out
            </TextButton>
            <TextButton tone="accent" disabled={isBusy} onClick={() => void use(close)}>
              Use instructions
            </TextButton>
          </div>
        </div>
      )}
    </Dialog>
  )
}
