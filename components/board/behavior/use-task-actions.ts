'use client'

/** What users can do to a task; each is one command. */
import { useMemo } from 'react'
import { showTurn } from '#components/shared/scroll-to-turn.ts'
import { useShownPane } from '#components/shared/use-pane.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { announce, showToast } from '#components/ui/toasts.ts'
import type { Command, InputOf } from '#lib/board/commands/registry.ts'
import type { Status } from '#lib/board/model/names.ts'
import { STATUS_NAMES, STATUSES } from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'
import { nameTask } from '#lib/board/text/text.ts'
import { columnsOf } from './board-columns.ts'
import { wantFocus } from './card-focus.ts'

const back = (task: Task): Command => ({ name: 'bring_back', input: { row: task.id } })

export type Step = 'up' | 'down' | 'top' | 'bottom' | 'left' | 'right'
export type Place = { before?: string; after?: string }
export type TaskActions = ReturnType<typeof useTaskActions>

export function useTaskActions() {
  const store = useFeed()
  const { show } = useShownPane()
  return useMemo(() => {
    const columnOf = (status: Status) => columnsOf(store.screen().board)[status]

    async function move(task: Task, status: Status, place: Place = {}) {
      wantFocus(task.id)
      const outcome = await store.run(
        { name: 'move_task', input: { task: task.id, status, ...place } },
        { tell: 'nothing' },
      )
      if (!outcome.ok) return
      const tasks = columnOf(status)
      const at = tasks.findIndex(({ id }) => id === task.id) + 1
      announce(`Moved ${nameTask(task)} to ${STATUS_NAMES[status]}, ${at} of ${tasks.length}.`)
    }

    return {
      move,
      patch(task: Task, fields: Omit<InputOf<'update_task'>, 'task'>) {
        wantFocus(task.id)
        const command: Command = { name: 'update_task', input: { task: task.id, ...fields } }
        const { title, notes, blocked_reason } = fields
        const words = [title, notes, blocked_reason].filter(Boolean).join('\n')
        if (words === '') return store.run(command)
        return store.run(command, {
          words,
          again: {
            label: 'Restore task',
            command: [back(task), command],
          },
        })
      },
      /** Restores a task that was removed while it was being edited. */
      bringBack(task: Task, fields: Omit<InputOf<'update_task'>, 'task'>) {
        wantFocus(task.id)
        const edits = Object.keys(fields).length > 0
        const update: Command = { name: 'update_task', input: { task: task.id, ...fields } }
        return store.run(edits ? [back(task), update] : back(task))
      },
      setStatus(task: Task, status: Status) {
        wantFocus(task.id)
        return store.run({ name: 'update_task_status', input: { task: task.id, status } })
      },
      /** Moves a task one step in its column, or to the end of an adjacent one. */
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
      clear: (status: Status) => store.run({ name: 'clear_column', input: { status } }, { tell: 'undo' }),
      /** Shows the message that changed it last. */
      async showMessage(task: Task) {
        const page = await callOrToast(() => store.actions.readHistory(store.sessionId, { row: task.id }))
        if (!page) return
        const turnId = page.entries.find((entry) => entry.turnId !== null)?.turnId
        if (!turnId) return showToast({ text: `${nameTask(task)} was only edited manually.` })
        show('chat')
        await showTurn(store, turnId)
      },
      remove(task: Task) {
        return store.run({ name: 'remove_task', input: { task: task.id } }, { tell: 'undo' })
      },
    }
  }, [store, show])
}
