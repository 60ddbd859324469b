'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { type ImportedBoards, keepFacts } from '#components/shared/import-file.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { useAttempt } from '#components/ui/use-action.ts'
import type { Refusal } from '#lib/board/model/command.ts'

type Question = {
  title: string
  note: string
  yes: string
  texts: readonly { key: string; name?: string; text: string }[]
  use(): Promise<{ ok: true } | Refusal>
}

/** Asks before a file's memories and instructions are used. */
export default function AskImport({ made, onDone }: { made: ImportedBoards; onDone(): void }) {
  const [first, ...more] = useQuestions(made)
  const [rest, setRest] = useState(more)
  const [question, setQuestion] = useState(first)
  if (!question) return null
  const next = () => {
    const [following, ...others] = rest
    if (!following) return onDone()
    setQuestion(following)
    setRest(others)
  }
  // A portal, because the list of boards can be hidden, and the dialog with it.
  return createPortal(<Asked key={question.title} question={question} onDone={next} />, document.body)
}

function useQuestions({ instructions, facts }: ImportedBoards): Question[] {
  const { actions } = useFeed()
  const questions: Question[] = [
    {
      title: 'Use the instructions in this file?',
      note: `They tell the agent how to act on the imported ${instructions.length === 1 ? 'board' : 'boards'}.`,
      yes: 'Use instructions',
      texts: instructions.map(({ sessionId, name, text }) => ({ key: sessionId, name, text })),
      async use() {
        for (const { sessionId, text } of instructions) {
          const saved = await actions.saveInstructions(sessionId, text)
          if (!saved.ok) return saved
        }
        return { ok: true }
      },
    },
    {
      title: 'Save the memories in this file?',
      note: 'The agent uses them on all of your boards.',
      yes: 'Save memories',
      texts: facts.map(({ text }, at) => ({ key: String(at), text })),
      use: () => keepFacts(facts),
    },
  ]
  return questions.filter(({ texts }) => texts.length > 0)
}

function Asked({ question, onDone }: { question: Question; onDone(): void }) {
  const { title, note, yes, texts } = question
  const [isBusy, run] = useAttempt()
  const use = async (close: () => void) => {
    if (await run(question.use)) close()
  }
  return (
    <Dialog title={title} onClose={onDone}>
      {(close) => (
        <div className="flex flex-col gap-3 p-4 text-13">
          <p>{note} Use them only if you trust who wrote them.</p>
          <ul
            aria-label="In the file"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
            tabIndex={0}
            className="flex max-h-[50vh] flex-col gap-2 overflow-y-auto -outline-offset-2"
          >
            {texts.map(({ key, name, text }) => (
              <li key={key} className="rounded bg-sunk px-3 py-2">
                {name && <p className="mb-1 font-medium wrap-anywhere">{name}</p>}
                <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap justify-end gap-2">
            <TextButton disabled={isBusy} onClick={close}>
              Leave out
            </TextButton>
            <TextButton tone="accent" disabled={isBusy} onClick={() => void use(close)}>
              {yes}
            </TextButton>
          </div>
        </div>
      )}
    </Dialog>
  )
}
