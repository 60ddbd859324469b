'use client'

import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { problemsOf } from '#lib/board/rules/corrupted-task.ts'
import { joinWords, nameTask } from '#lib/board/text/text.ts'
import { Part } from './section.tsx'

/** Tasks with fields that can’t be read; nothing if there are none. */
export function CorruptedTasks() {
  const store = useFeed()
  const tasks = useScreen((screen) => screen.board.tasks)
  const corrupted = useMemo(
    () => [...tasks.values()].filter((task) => task.corrupted).sort((a, b) => a.number - b.number),
    [tasks],
  )
  if (corrupted.length === 0) return null
  return (
    <Part title="Corrupted tasks" count={corrupted.length}>
      <ul>
        {corrupted.map((task) => (
          <li key={task.id} className="px-4 py-1.5">
            <p className="flex items-start gap-1.5 text-danger">
              <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
              <span className="wrap-anywhere">
                {nameTask(task)}: can’t read {joinWords(problemsOf(task))}
              </span>
            </p>
            <div className="flex gap-1.5 pt-1">
              <TextButton
                aria-label={`Repair #${task.number}`}
                onClick={() =>
                  store.run({ name: 'repair_task', input: { task: task.id } }, { tell: 'toast' })
                }
              >
                Repair
              </TextButton>
              <TextButton
                aria-label={`Remove #${task.number}`}
                onClick={() => store.run({ name: 'remove_task', input: { task: task.id } }, { tell: 'undo' })}
              >
                Remove
              </TextButton>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
