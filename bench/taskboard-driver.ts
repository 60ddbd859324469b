/** The product's own turn and boards, as its actions use them. */
import { generateNKeysBetween } from 'fractional-indexing'
import { rawClient, write } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import { sendMessage } from '#lib/agent/run/control.ts'
import { FIRST_CATEGORIES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Category, Task } from '#lib/board/model/types.ts'
import { taskRow } from '#lib/board/testing.ts'
import { makeUser } from '#lib/identity/auth.ts'
import { executeIn } from '#lib/session/commands/execute.ts'
import { subscribe } from '#lib/session/feed/notify.ts'

export type Board = { userId: string; sessionId: string }

const DAY_MS = 86_400_000
const MESSAGE = '@Taskboard add a task: write the report'

/** A board with its own user, filled with one call of `execute`. */
export async function makeBoard(count: number): Promise<Board> {
  const now = Date.now()
  return write(async (tx) => {
    const { userId } = await makeUser(tx, now)
    const sessionId = newId()
    const session = { id: sessionId, userId, name: 'Bench', namedBy: 'user' as const }
    await tx.insert(sessions).values({ ...session, createdAt: now, updatedAt: now, openedAt: now })
    const ranks = generateNKeysBetween(null, null, FIRST_CATEGORIES.length)
    const categories = FIRST_CATEGORIES.map((name, i) => ({ id: newId(), name, rank: ranks[i] as string }))
    const input = { categories, tasks: makeTasks(count, categories, now) }
    const outcome = await executeIn(tx, { userId, sessionId, actor: 'system', now }, [
      { name: 'start_board', input },
    ])
    if (!outcome.ok) throw new Error(outcome.message)
    return { userId, sessionId }
  })
}

/** Of ten tasks seven are open, one is in progress, two are done; some have a due date, some are overdue. */
function makeTasks(count: number, categories: readonly Category[], now: number): Task[] {
  const ranks = generateNKeysBetween(null, null, count)
  return ranks.map((rank, i) => {
    const status = i % 10 < 7 ? 'open' : i % 10 === 7 ? 'in_progress' : 'done'
    const due = new Date(now + ((i % 40) - 5) * DAY_MS).toISOString().slice(0, 10)
    return taskRow(i + 1, {
      id: newId(),
      title: `Task ${i + 1} of the board that is measured`,
      status,
      completion: status === 'done' ? 100 : 0,
      completionBefore: status === 'done' ? 0 : null,
      categoryId: (categories[i % categories.length] as Category).id,
      dueDate: i % 4 === 0 ? due : null,
      rank,
      createdAt: now,
      doneAt: status === 'done' ? now : null,
    })
  })
}

/** From receiving the message until the turn is stored as ended, in milliseconds. */
export async function turn(board: Board): Promise<number> {
  const began = performance.now()
  const sent = await sendMessage(board.userId, board.sessionId, { id: newId(), text: MESSAGE })
  if (!sent.ok) throw new Error(sent.message)
  return (await nextEnd(board)) - began
}

/** The moment of the wake after which no turn runs. The last look is not counted, one before it, at the tool's wake, is. */
function nextEnd({ userId, sessionId }: Board): Promise<number> {
  return new Promise((resolve, reject) => {
    const leave = subscribe(userId, (event) => {
      if (event !== null) return
      const at = performance.now()
      isRunning(sessionId).then((running) => {
        if (running) return
        leave()
        resolve(at)
      }, reject)
    })
  })
}

async function isRunning(sessionId: string): Promise<boolean> {
  const sql = "select 1 from turns where session_id = ? and status = 'running' limit 1"
  return (await rawClient().execute({ sql, args: [sessionId] })).rows.length > 0
}

export async function taskCount({ sessionId }: Board): Promise<number> {
  const sql = 'select count(*) as n from tasks where session_id = ?'
  return Number((await rawClient().execute({ sql, args: [sessionId] })).rows[0]?.n)
}

/** Failed turns of all boards in the file. */
export async function failedTurns(): Promise<number> {
  const sql = "select count(*) as n from turns where status <> 'completed'"
  return Number((await rawClient().execute(sql)).rows[0]?.n)
}
