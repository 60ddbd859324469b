/** Making boards: new ones, a user's first one, with what a program gives them, and copies. */
import { count, eq } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { z } from 'zod'
import { allCategories, everyRow } from '#db/board-store.ts'
import { read, type Tx, write } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import type { InputOf } from '#lib/board/commands/registry.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { categoryName } from '#lib/board/model/input-schemas.ts'
import { DEFAULT_CATEGORY, FIRST_CATEGORIES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { ADD_INPUT } from '#lib/board/model/task-shape.ts'
import type { Task } from '#lib/board/model/types.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import { templateDefaults } from '#lib/board/state/template.ts'
import { cleanLine, fold, joinWords, shorten } from '#lib/board/text/text.ts'
import { canAccess, findSession, type SessionRow } from '#lib/identity/access.ts'
import { type Browser, makeUser } from '#lib/identity/auth.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { executeIn } from '../commands/execute.ts'
import { orRefusal, RefusedError } from '../commands/refused.ts'
import { mergeCommand } from '../commands/session-state.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'
import { problemOfName, UNNAMED } from './naming.ts'
import { boardNamed, findChosen } from './sessions.ts'
import { contentOfTemplate } from './templates.ts'

type Made = { ok: true; sessionId: string } | Refusal

const TAKEN = refuse('exists', 'This board id already exists. Use another, or leave it out.')

/** What a caller may choose of a new session; the rest is the template's. */
export const givenSchema = z.strictObject({
  id: idSchema.optional().describe('Chosen by you, per user. Left out: a new one.'),
  name: z.string().optional(),
  template: z.string().max(200).optional().describe('The name of a saved template to start from.'),
  state: z
    .looseObject({
      tasks: z.array(z.strictObject(ADD_INPUT)).max(LIMITS.tasksAtStart).optional(),
      categories: z.array(categoryName).min(1).max(LIMITS.categoriesPerSession).optional(),
    })
    .optional()
    .describe('What the board starts with: tasks, categories, lists like `shopping_list`, and values.'),
})
export type GivenSession = z.output<typeof givenSchema>

export async function createSession(
  userId: string,
  now = Date.now(),
  { id: chosen, ...given }: GivenSession = {},
): Promise<Made> {
  const make = async (tx: Tx) => {
    if (chosen === undefined) return createSessionIn(tx, userId, now, given)
    const isTaken = (await findChosen(tx, userId, chosen)) !== null
    return isTaken ? TAKEN : createSessionIn(tx, userId, now, { id: ownId(userId, chosen), ...given })
  }
  const made = await orRefusal(() =>
    write(async (tx) => {
      const answer = await make(tx)
      if (!answer.ok) throw new RefusedError(answer)
      return answer
    }),
  )
  notify(userId)
  return made
}

/** The board with this id, or a new one that has it from now on. */
export async function findOrCreateSession(
  userId: string,
  chosen: string | undefined,
  now = Date.now(),
): Promise<Made> {
  const found = chosen === undefined ? null : await read((db) => findChosen(db, userId, chosen))
  if (found !== null) return { ok: true, sessionId: found }
  const made = await createSession(userId, now, { id: chosen })
  // Two calls at once: the other one has made it.
  const isTaken = !made.ok && made.code === 'exists' && chosen !== undefined
  return isTaken ? { ok: true, sessionId: await boardNamed(userId, chosen) } : made
}

/** A new user with a first board, at once: there is never one without the other. */
export async function createFirstSession(
  browser: Browser = {},
  now = Date.now(),
): Promise<{ token: string; sessionId: string }> {
  return write(async (tx) => {
    const { userId, token } = await makeUser(tx, now, browser)
    const made = await createSessionIn(tx, userId, now)
    if (!made.ok) throw new Error(made.message)
    return { token, sessionId: made.sessionId }
  })
}

async function createSessionIn(
  tx: Tx,
  userId: string,
  now: number,
  { id = newId(), name = '', template, state: { tasks = [], categories, ...values } = {} }: GivenSession = {},
): Promise<Made> {
  const chosen = cleanLine(name)
  const bad = problemOfName(chosen) ?? (await isFull(tx, userId))
  if (bad) return bad
  const [taken] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id))
  if (taken) return TAKEN
  const named = chosen ? ({ name: chosen, namedBy: 'user' } as const) : UNNAMED
  const content = template === undefined ? null : await contentOfTemplate(tx, userId, template)
  if (content && 'ok' in content) return content
  await insertSession(tx, userId, { id, ...named, instructions: content?.instructions ?? null }, now)
  const names = categoryNames(categories)
  const ranks = generateNKeysBetween(null, null, names.length)
  const first = names.map((name, i) => ({ id: newId(), name, rank: ranks[i] as string }))
  const defaults = Object.entries(templateDefaults()).map(([key, value]) => ({
    id: key,
    json: JSON.stringify(value),
    expiresAt: null,
  }))
  const where = { userId, sessionId: id, now }
  const rows = { categories: first, values: defaults, ...content?.rows }
  const made = await fill(tx, where, categories ? { ...rows, categories: first } : rows)
  return made.ok ? startWith(tx, where, tasks, values) : made
}

/** The default category is always there: tasks without another one are in it. */
function categoryNames(given: readonly string[] = FIRST_CATEGORIES): string[] {
  const names = new Map([DEFAULT_CATEGORY, ...given].map((name) => [fold(name), name]))
  return [...names.values()]
}

/** The tasks, values and lists that a caller gives a new board, by the commands that anybody would use. */
async function startWith(
  tx: Tx,
  where: { userId: string; sessionId: string; now: number },
  tasks: NonNullable<GivenSession['state']>['tasks'] = [],
  values: object,
): Promise<Made> {
  const held = tasks.length > 0 ? (await allCategories(tx, where.sessionId)).rows : []
  const commands: { name: string; input: object }[] = []
  if (Object.keys(values).length > 0) commands.push(mergeCommand(values, false))
  for (const { category, ...fields } of tasks) {
    const found = held.find(({ name }) => category !== undefined && fold(name) === fold(category))
    if (category !== undefined && !found) {
      const known = joinWords(held.map(({ name }) => name))
      return refuse('not_found', `There is no category “${category}”. Categories: ${known}.`)
    }
    commands.push({
      name: 'add_task',
      input: { id: newId(), ...fields, ...(found && { category: found.id }) },
    })
  }
  for (let at = 0; at < commands.length; at += LIMITS.commandsPerCall) {
    const some = commands.slice(at, at + LIMITS.commandsPerCall)
    const outcome = await executeIn(tx, { ...where, actor: 'user' }, some)
    if (!outcome.ok) return outcome
  }
  return { ok: true, sessionId: where.sessionId }
}

/** The first revision of a new board. */
async function fill(
  tx: Tx,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
  rows: Omit<InputOf<'start_board'>, 'tasks'> & { tasks?: Task[] },
): Promise<Made> {
  const command = { name: 'start_board', input: { tasks: [], ...rows } }
  const outcome = await executeIn(tx, { userId, sessionId, actor: 'system', now }, [command])
  return outcome.ok ? { ok: true, sessionId } : outcome
}

export async function isFull(tx: Tx, userId: string): Promise<Refusal | null> {
  if ((await countSessions(tx, userId)) < LIMITS.sessionsPerUser) return null
  return refuse(
    'limit',
    `You have ${LIMITS.sessionsPerUser} boards, the most there can be. Delete one first.`,
  )
}

export async function countSessions(tx: Tx, userId: string): Promise<number> {
  const [mine] = await tx.select({ n: count() }).from(sessions).where(canAccess(userId))
  return mine?.n ?? 0
}

export async function insertSession(
  tx: Tx,
  userId: string,
  row: Pick<SessionRow, 'id' | 'name' | 'namedBy'> & Partial<SessionRow>,
  now: number,
): Promise<void> {
  await tx.insert(sessions).values({ ...row, userId, createdAt: now, updatedAt: now, openedAt: now })
  await appendToFeed(tx, { userId, sessionId: row.id, now }, { kind: 'session', ref: row.id, isNew: true })
}

/** A new board with the same rows and instructions; history and messages stay with the old one. */
export async function duplicateSession(userId: string, sessionId: string, now = Date.now()): Promise<Made> {
  const made = await write<Made>(async (tx) => {
    const from = await findSession(tx, userId, sessionId)
    if (!from) return BOARD_NOT_FOUND
    const full = await isFull(tx, userId)
    if (full) return full
    const id = newId()
    const name = shorten(`${from.name} (copy)`, LIMITS.sessionNameChars)
    await insertSession(tx, userId, { id, name, namedBy: 'user', instructions: from.instructions }, now)
    const { category, task, list, item, value } = await everyRow(tx, sessionId)
    const values = value.filter((row) => !isExpired(row, now))
    const rows = { categories: category, tasks: task, lists: list, items: item, values }
    return fill(tx, { userId, sessionId: id, now }, rows)
  })
  notify(userId)
  return made
}
