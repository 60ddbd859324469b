'use client'

/** What hands can do to a task; each is one command. */
import { useMemo } from 'react'
import { announce } from '#components/ui/notices.ts'
import { useFeed } from '#components/use-feed.ts'
import type { Status } from '#lib/board/names.ts'
import { STATUS_NAMES, STATUSES } from '#lib/board/names.ts'
import type { InputOf } from '#lib/board/register.ts'
import { nameTask } from '#lib/board/text.ts'
import type { Task } from '#lib/board/types.ts'
import { columnsOf } from './columns.ts'
import { wantFocus } from './focus.ts'

export type Step = 'up' | 'down' | 'top' | 'bottom' | 'left' | 'right'
export type Place = { before?: string; after?: string }
export type TaskActions = ReturnType<typeof useTaskActions>

export function useTaskActions() {
  const store = useFeed()
  return useMemo(() => {
    const columnOf = (status: Status) => columnsOf(store.screen().board)[status]

    async function move(task: Task, status: Status, place: Place = {}) {
      wantFocus(task.id)
      const outcome = await store.run({ name: 'move_task', input: { task: task.id, status, ...place } }, true)
      if (!outcome.ok) return
      const tasks = columnOf(status)
      const at = tasks.findIndex(({ id }) => id === task.id) + 1
      announce(`Moved ${nameTask(task)} to ${STATUS_NAMES[status]}, ${at} of ${tasks.length}.`)
    }

    return {
      move,
      patch(task: Task, fields: Omit<InputOf<'update_task'>, 'task'>) {
        wantFocus(task.id)
        return store.run({ name: 'update_task', input: { task: task.id, ...fields } })
      },
      setStatus(task: Task, status: Status) {
        wantFocus(task.id)
        return store.run({ name: 'update_task_status', input: { task: task.id, status } })
      },
      /** One step in the column, or to the end of a column beside it. */
      step(task: Task, step: Step) {
        const tasks = columnOf(task.status)
        const at = tasks.findIndex(({ id }) => id === task.id)
        if (step === 'left' || step === 'right') {
          const status = STATUSES[STATUSES.indexOf(task.status) + (step === 'left' ? -1 : 1)]
          return status && move(task, status)
        }
        if (step === 'bottom') return move(task, task.status)
        const anchor = step === 'down' ? tasks[at + 1] : step === 'up' ? tasks[at - 1] : tasks[0]
        if (!anchor || anchor.id === task.id) return
        return move(task, task.status, step === 'down' ? { after: anchor.id } : { before: anchor.id })
      },
      remove(task: Task) {
        return store.runWithUndo({ name: 'remove_task', input: { task: task.id } })
      },
    }
  }, [store])
}
