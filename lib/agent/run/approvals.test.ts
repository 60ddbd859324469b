/** Approvals end to end: a model over real HTTP, the command bus, the decision, and what the model is told. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { approvals, messages, turns } from '#db/schema.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Approval, Part, ToolPart } from '#lib/board/wire/events.ts'
import { grantsOf } from '#lib/session/boards/tool-grants.ts'
import { execute } from '#lib/session/commands/execute.ts'
import {
  addTask,
  type Board,
  by,
  expectLogGivesRows,
  newBoard,
  rowsOf,
} from '#lib/session/commands/execute-cases.ts'
import { forgetSingletons } from '#lib/singletons.ts'
import { callThenTell, removeTask, removeTasks } from '../../../e2e/support/fake-openai-handlers.ts'
import type { Flavour } from '../../../e2e/support/fake-openai-request.ts'
import { text, toolCall } from '../../../e2e/support/fake-openai-stream.ts'
import {
  boardWith,
  ended,
  exported,
  type FakeModel,
  openFake,
  send,
} from '../../../e2e/support/fake-openai-turns.ts'
import * as control from './control.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  return fake.close
})

const titles = async (board: Board) => (await rowsOf(board)).map((row) => row.title)
const toolsOf = (parts: readonly Part[]) => parts.filter((part) => part.type === 'tool') as ToolPart[]

async function asked(board: Board): Promise<Approval[]> {
  const { messages } = await exported(board)
  return messages.flatMap(({ parts }) =>
    toolsOf(parts).flatMap((part) => (part.state === 'waiting' && part.approval ? [part.approval] : [])),
  )
}

const answer = (board: Board, approvalId: string, verdict: control.ApprovalChoice, note?: string) =>
  control.decideApproval({ ...board, approvalId }, verdict, note)

async function answerFirst(board: Board, verdict: control.ApprovalChoice, note?: string) {
  const [first] = await asked(board)
  return answer(board, first?.id ?? '', verdict, note)
}

describe.each(['responses', 'chat'] as const satisfies Flavour[])('%s', (flavour) => {
  beforeEach(() => {
    fake.connect(flavour)
  })

  test('it waits, names what would be removed, and does nothing; once allowed, it is done and the model continues', async () => {
    const board = await boardWith('one', 'two', 'three')
    fake.handle(callThenTell(removeTasks('#1', '#3')))
    const waiting = await send(board, 'remove one and three')
    expect(waiting).toMatchObject({ status: 'waiting', tools: ['remove_tasks waiting'], notice: '' })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
    const [approval] = await asked(board)
    expect(approval).toMatchObject({
      status: 'pending',
      ask: 'Remove 2 tasks',
      isBehind: false,
      isAgain: false,
      rows: [
        { text: '#1 one', effect: 'removed' },
        { text: '#3 three', effect: 'removed' },
      ],
    })
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    const done = await ended(board)
    expect(done).toMatchObject({ status: 'completed', tools: ['remove_tasks done'] })
    expect(done.said).toBe('Heard: Removed #1 one and #3 three.')
    expect(toolsOf(done.parts)[0]?.approval).toMatchObject({
      status: 'allowed',
      decidedAt: expect.any(Number),
    })
    expect(await titles(board)).toEqual(['two'])
    expect(fake.requests).toHaveLength(2)
    expect(fake.problems).toEqual([])
    const [turn] = (await exported(board)).turns
    await execute(by(board), { name: 'undo', input: { turn: turn?.id } })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
    await expectLogGivesRows(board)
  })

  test('denied with a note: nothing is done, and the model’s next request holds the note as the result', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    expect(await answerFirst(board, 'deny', 'only the first')).toEqual({ ok: true })
    const done = await ended(board)
    expect(done.status).toBe('completed')
    expect(done.tools).toEqual(['remove_tasks refused'])
    const [result] = fake.requests.at(-1)?.toolResultsAfterLastUser ?? []
    expect(result?.text).toContain('The user denied this')
    expect(result?.text).toContain('“only the first”')
    expect(await titles(board)).toEqual(['one', 'two'])
    expect(fake.problems).toEqual([])
  })

  test('a later message is answered while it waits; a decision after that ends the turn', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    fake.handle(function* () {
      yield text('Still here.')
    })
    expect(await send(board, 'are you there?')).toMatchObject({ status: 'completed', said: 'Still here.' })
    const shown = fake.requests.at(-1)?.messages.flatMap((message) => message.toolResults) ?? []
    expect(shown.map((result) => result.text)).toEqual([expect.stringContaining('Waiting for the user')])
    const requests = fake.requests.length
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    const { turns, messages } = await exported(board)
    expect(turns.map((turn) => turn.status)).toEqual(['completed', 'completed'])
    expect(messages[1]?.parts.at(-1)).toMatchObject({
      type: 'notice',
      text: 'Removed #1 one and #2 two.',
    })
    expect(await titles(board)).toEqual([])
    expect(fake.requests).toHaveLength(requests)
    expect(await send(board, 'and now?')).toMatchObject({ status: 'completed' })
    const heard = fake.requests.at(-1)?.messages.flatMap((message) => message.toolResults) ?? []
    expect(heard.map((result) => result.text)).toEqual(['Removed #1 one and #2 two.'])
    expect(fake.problems).toEqual([])
  })

  test('if the board changed, it is shown again, nothing is done, and the old request is void', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(toolCall('clear_column', { status: 'open' })))
    await send(board, 'clear open')
    const [first] = await asked(board)
    await execute(by(board), addTask('three'))
    expect(await answer(board, first?.id ?? '', 'allow')).toMatchObject({ ok: false, code: 'moved_on' })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
    const [second] = await asked(board)
    expect(second).toMatchObject({ ask: 'Clear Open: remove 3 tasks', isAgain: true })
    expect(second?.rows.map((row) => row.text)).toEqual(['#1 one', '#2 two', '#3 three'])
    expect(second?.id).not.toBe(first?.id)
    expect(await answer(board, first?.id ?? '', 'allow')).toMatchObject({ ok: false, code: 'moved_on' })
    await execute(by(board), { name: 'update_task', input: { task: second?.rows[0]?.id, title: 'one!' } })
    expect(await answer(board, second?.id ?? '', 'allow')).toMatchObject({ code: 'moved_on' })
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    expect((await ended(board)).said).toContain('Cleared Open')
    expect(await titles(board)).toEqual([])
    expect(fake.problems).toEqual([])
  })

  test('once a call waits, later writing calls of its step wait, readers and lists do not', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(
      callThenTell(
        toolCall('add_task', { title: 'before' }),
        removeTasks('#1', '#2'),
        toolCall('add_task', { title: 'after' }),
        toolCall('list_tasks', {}),
        toolCall('add_items', { list: 'shopping', items: ['milk'] }),
        toolCall('update_task_status', { task: '#9', status: 'done' }),
      ),
    )
    const waiting = await send(board, 'go')
    expect(waiting.tools).toEqual([
      'add_task done',
      'remove_tasks waiting',
      'add_task waiting',
      'list_tasks done',
      'add_items done',
      'update_task_status refused',
    ])
    expect(waiting.status).toBe('waiting')
    const questions = await asked(board)
    expect(questions.map(({ ask, isBehind }) => [ask, isBehind])).toEqual([
      ['Remove 2 tasks', false],
      ['Add #4 after', true],
    ])
    // A manually added task takes the number that was shown: the effect is still the same.
    await execute(by(board), addTask('by hand'))
    expect(await answerFirst(board, 'deny')).toEqual({ ok: true })
    expect((await ended(board)).status).toBe('waiting')
    expect(fake.requests).toHaveLength(1)
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    expect((await ended(board)).status).toBe('completed')
    expect((await titles(board)).sort()).toEqual(['after', 'before', 'by hand', 'one', 'two'])
    expect(fake.problems).toEqual([])
  })

  test('several removals in one step all wait, and so does the second of a turn', async () => {
    const board = await boardWith('one', 'two', 'three')
    fake.handle(callThenTell(removeTask('#1'), removeTask('#2')))
    expect((await send(board, 'remove both')).tools).toEqual(['remove_task waiting', 'remove_task waiting'])
    for (const _ of [1, 2]) await answerFirst(board, 'deny')
    expect((await ended(board)).status).toBe('completed')
    fake.handle(function* (request) {
      const n = request.toolResultsAfterLastUser.length
      if (n < 2) yield removeTask(`#${n + 1}`)
      else yield text('Done.')
    })
    const second = await send(board, 'one by one')
    expect(second.tools).toEqual(['remove_task done', 'remove_task waiting'])
    expect(await titles(board)).toEqual(['two', 'three'])
    fake.handle(callThenTell(removeTask('#2')))
    expect((await send(board, 'and one more')).tools).toEqual(['remove_task done'])
    expect(fake.problems).toEqual([])
  })

  test('a tool allowed for the session needs no approval until it is revoked or the server restarts', async () => {
    const board = await boardWith('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    fake.handle(callThenTell(removeTask('#1'), removeTask('#2')))
    await send(board, 'go')
    expect(await answerFirst(board, 'allow-session')).toEqual({ ok: true })
    expect((await ended(board)).tools).toEqual(['remove_task done', 'remove_task done'])
    expect(grantsOf(board.userId, board.sessionId)).toEqual(['remove_task'])
    fake.handle(callThenTell(removeTask('#3'), removeTask('#4')))
    expect((await send(board, 'more')).tools).toEqual(['remove_task done', 'remove_task done'])
    fake.handle(callThenTell(removeTasks('#5', '#6')))
    expect((await send(board, 'another tool')).tools).toEqual(['remove_tasks waiting'])
    await answerFirst(board, 'deny')
    await ended(board)
    await control.revokeGrant(board.userId, board.sessionId, 'remove_task')
    fake.handle(callThenTell(removeTask('#5'), removeTask('#6')))
    expect((await send(board, 'revoked')).status).toBe('waiting')
    await answerFirst(board, 'allow-session')
    await ended(board)
    forgetSingletons('grants', 'runs')
    expect(grantsOf(board.userId, board.sessionId)).toEqual([])
    fake.handle(callThenTell(removeTask('#7'), removeTask('#8')))
    expect((await send(board, 'after a restart')).status).toBe('waiting')
    const other = await boardWith('x', 'y')
    fake.handle(callThenTell(removeTask('#1'), removeTask('#2')))
    expect((await send(other, 'elsewhere')).status).toBe('waiting')
    expect(fake.problems).toEqual([])
  })

  test('stop denies what waits; continue goes on without it; retry asks again and the old request is void', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    const [first] = await asked(board)
    const turnId = (await exported(board)).turns[0]?.id ?? ''
    const who = { ...board, turnId }
    expect(await control.continueTurn(who)).toMatchObject({ ok: false, code: 'busy' })
    expect(await control.stop(who)).toEqual({ ok: true })
    const stopped = await ended(board)
    expect(stopped).toMatchObject({ status: 'stopped', tools: ['remove_tasks refused'] })
    expect(stopped.notice).toContain('Stopped')
    expect(await answer(board, first?.id ?? '', 'allow')).toMatchObject({ ok: false, code: 'turn_over' })
    await control.continueTurn(who)
    expect((await ended(board)).said).toContain('denied this')
    await control.retryTurn(who)
    expect((await ended(board)).status).toBe('waiting')
    const [second] = await asked(board)
    await control.retryTurn(who)
    expect((await ended(board)).status).toBe('waiting')
    expect(await answer(board, second?.id ?? '', 'allow')).toMatchObject({ ok: false, code: 'turn_over' })
    expect(await titles(board)).toEqual(['one', 'two'])
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    await ended(board)
    expect(await titles(board)).toEqual([])
    expect(fake.problems).toEqual([])
  })

  test('it survives a restart and can be answered after it', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    forgetSingletons('grants', 'runs')
    await control.recover(true)
    expect((await exported(board)).turns[0]?.status).toBe('waiting')
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    expect((await ended(board)).status).toBe('completed')
    expect(await titles(board)).toEqual([])
    expect(fake.problems).toEqual([])
  })
})

describe('decisions', () => {
  beforeEach(() => {
    fake.connect('chat')
  })

  async function waitingBoard() {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    const [approval] = await asked(board)
    return { board, id: approval?.id ?? '' }
  }

  test('two tabs at once: exactly one acts, the model continues once', async () => {
    const { board, id } = await waitingBoard()
    const answers = await Promise.all([
      answer(board, id, 'allow'),
      answer(board, id, 'deny'),
      answer(board, id, 'allow'),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false])
    expect(answers[1]).toMatchObject({ code: expect.stringMatching(/turn_over|busy/) })
    await ended(board)
    expect(fake.requests).toHaveLength(2)
    const { revisions } = await exported(board)
    expect(revisions.filter(({ actor }) => actor === 'agent')).toHaveLength(1)
  })

  test('forged, foreign, replayed, altered, and of a board that is deleted: refused', async () => {
    const { board, id } = await waitingBoard()
    const stranger = await newBoard()
    expect(await answer(board, newId(), 'allow')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await answer(stranger, id, 'allow')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await answer({ ...stranger, sessionId: board.sessionId }, id, 'allow')).toMatchObject({
      code: 'not_found',
    })
    // Arguments other than those of the preview have another effect: it is shown again instead of done.
    const three = addTask('three')
    await execute(by(board), three)
    const [row] = await database().select().from(approvals).where(eq(approvals.id, id))
    const { tasks = [] } = (row?.input ?? {}) as { tasks?: string[] }
    await database()
      .update(approvals)
      .set({ input: { tasks: [...tasks, three.input.id] } })
      .where(eq(approvals.id, id))
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'moved_on' })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
    await control.deleteSession(board.userId, board.sessionId)
    const pending = await database().select().from(approvals).where(eq(approvals.sessionId, board.sessionId))
    const fresh = pending.find(({ status }) => status === 'pending')?.id ?? ''
    expect(await answer(board, fresh, 'allow')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
  })

  test('a replay finds it answered', async () => {
    const { board, id } = await waitingBoard()
    expect(await answer(board, id, 'allow')).toEqual({ ok: true })
    await ended(board)
    await execute(by(board), { name: 'undo', input: { turn: (await exported(board)).turns[0]?.id } })
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'turn_over' })
    expect(await titles(board)).toEqual(['one', 'two'])
  })

  test('of two that wait, a decision on one is final', async () => {
    const board = await boardWith('one', 'two', 'three')
    fake.handle(callThenTell(removeTask('#1'), removeTask('#2'), removeTask('#3')))
    await send(board, 'remove them')
    const [first, second] = await asked(board)
    expect(await answer(board, first?.id ?? '', 'allow')).toEqual({ ok: true })
    expect(await answer(board, second?.id ?? '', 'deny')).toEqual({ ok: true })
    for (const verdict of ['allow', 'deny'] as const) {
      const again = (id = '') => answer(board, id, verdict)
      expect(await again(first?.id)).toMatchObject({
        code: 'turn_over',
        message: 'This was already allowed.',
      })
      expect(await again(second?.id)).toMatchObject({ code: 'turn_over' })
    }
    expect(await titles(board)).toEqual(['two', 'three'])
    expect(await answerFirst(board, 'deny')).toEqual({ ok: true })
    expect((await ended(board)).tools).toEqual([
      'remove_task done',
      'remove_task refused',
      'remove_task refused',
    ])
  })

  test('resending a message with the board rolled back withdraws the approvals after it', async () => {
    const { board, id } = await waitingBoard()
    const turnId = (await exported(board)).turns[0]?.id ?? ''
    fake.handle(function* () {
      yield text('In other words, then.')
    })
    const again = { id: newId(), text: 'rather not', rollBack: turnId }
    expect(await control.sendMessage(board.userId, board.sessionId, again)).toEqual({ ok: true })
    expect((await ended(board)).status).toBe('completed')
    expect((await exported(board)).turns[0]?.status).toBe('stopped')
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'turn_over' })
  })

  test('the titles of three tasks are changed, the fourth waits, one call after the other too', async () => {
    for (const atOnce of [true, false]) {
      const board = await boardWith('a', 'b', 'c', 'd', 'e')
      const rename = (n: number) => toolCall('update_task', { task: `#${n}`, title: `owned ${n}` })
      fake.handle(async function* (request) {
        const done = request.toolResultsAfterLastUser.length
        if (atOnce && done === 0) for (const n of [1, 2, 3, 4, 5]) yield rename(n)
        else if (!atOnce && done < 5) yield rename(done + 1)
        else yield text('Done.')
      })
      expect((await send(board, 'go')).status).toBe('waiting')
      expect(await titles(board)).toEqual(['owned 1', 'owned 2', 'owned 3', 'd', 'e'])
      expect((await asked(board))[0]).toMatchObject({
        isBehind: false,
        rows: [{ text: expect.stringContaining('d') }],
      })
      expect(await answerFirst(board, 'deny')).toEqual({ ok: true })
    }
  })

  test('a list with items is deleted once allowed, an empty one at once', async () => {
    const board = await newBoard()
    const items = { id: newId(), list: 'packing', items: ['socks', 'hat'] }
    await execute(by(board), { name: 'add_items', input: items })
    await execute(by(board), { name: 'create_list', input: { id: newId(), name: 'empty' } })
    fake.handle(
      callThenTell(toolCall('delete_list', { list: 'empty' }), toolCall('delete_list', { list: 'packing' })),
    )
    expect((await send(board, 'delete both lists')).tools).toEqual([
      'delete_list done',
      'delete_list waiting',
    ])
    expect(await asked(board)).toMatchObject([
      { ask: 'Delete the packing list and its 2 items', rows: [{}, {}, {}] },
    ])
    const lists = async () => (await exported(board)).state.lists.map(({ name }) => name)
    expect(await lists()).toEqual(['packing'])
    expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    await ended(board)
    expect(await lists()).toEqual([])
  })

  test('a note has its limit, and a cleared chat has nothing left to answer', async () => {
    const { board, id } = await waitingBoard()
    expect(await answer(board, id, 'deny', 'x'.repeat(501))).toMatchObject({ ok: false, code: 'limit' })
    await control.clearChat(board.userId, board.sessionId)
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await titles(board)).toEqual(['one', 'two'])
  })

  test('if a named row has changed, the request shows it, and nothing is done', async () => {
    const { board, id } = await waitingBoard()
    const [first] = await rowsOf(board)
    await execute(by(board), { name: 'remove_task', input: { task: first?.id } })
    expect(await answer(board, id, 'allow')).toEqual({ ok: true })
    const done = await ended(board)
    expect(done.tools).toEqual(['remove_tasks refused'])
    expect(done.said).toContain('#1 one was removed')
    expect(await titles(board)).toEqual(['two'])
  })

  test('a run that died before storing that it waits still leaves a waiting turn', async () => {
    const { board, id } = await waitingBoard()
    const { turns: ended1, messages: said } = await exported(board)
    const turnId = ended1[0]?.id ?? ''
    const calling = toolsOf(said.at(-1)?.parts ?? []).map(({ approval: _, ...part }) => ({
      ...part,
      state: 'running',
    }))
    await database()
      .update(messages)
      .set({ parts: calling })
      .where(eq(messages.id, `${turnId}-reply`))
    const running = { status: 'running', leaseToken: 'dead', leaseUntil: 0 }
    await database().update(turns).set(running).where(eq(turns.id, turnId))
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'busy' })
    await control.recover(true)
    const { status, tools, notice } = await ended(board)
    expect({ status, tools, notice }).toEqual({
      status: 'waiting',
      tools: ['remove_tasks waiting'],
      notice: '',
    })
    expect(await answer(board, id, 'allow')).toEqual({ ok: true })
    await ended(board)
    expect(await titles(board)).toEqual([])
  })

  test('an approval whose message was never stored cannot be answered', async () => {
    const { board, id } = await waitingBoard()
    await database().update(messages).set({ parts: [] }).where(eq(messages.role, 'assistant'))
    expect(await answer(board, id, 'allow')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await titles(board)).toEqual(['one', 'two'])
  })
})

describe('the offline model', () => {
  beforeEach(() => fake.disconnect())

  test('asks once for removals made together, continues after the decision, and does nothing twice', async () => {
    const board = await boardWith('one', 'two', 'three')
    const waiting = await send(board, 'remove #1 and #3 and add a task: four')
    expect(waiting.tools).toEqual(['remove_tasks waiting', 'add_task waiting'])
    expect((await asked(board)).map(({ ask }) => ask)).toEqual(['Remove 2 tasks', 'Add #4 four'])
    for (const _ of [1, 2]) expect(await answerFirst(board, 'allow')).toEqual({ ok: true })
    const done = await ended(board)
    expect(done).toMatchObject({ status: 'completed', tools: ['remove_tasks done', 'add_task done'] })
    expect(done.said).toBe('Removed #1 one and #3 three. Added #4 four.')
    expect(await titles(board)).toEqual(['two', 'four'])
  })

  test('says what was not done once it is denied', async () => {
    const board = await boardWith('one', 'two')
    await send(board, 'remove #1 and #2 and #1')
    expect((await asked(board)).map(({ ask }) => ask)).toEqual(['Remove 2 tasks'])
    await answerFirst(board, 'deny')
    expect((await ended(board)).said).toBe('Denied, so nothing changed.')
    expect(await titles(board)).toEqual(['one', 'two'])
  })

  test('an exact command answered without the connected model continues without it', async () => {
    fake.connect('chat', { INSTANT_COMMANDS: 'on' })
    const board = await boardWith('one', 'two')
    expect((await send(board, 'remove #1 and #2')).status).toBe('waiting')
    await answerFirst(board, 'allow')
    expect((await ended(board)).said).toBe('Removed #1 one and #2 two.')
    expect(fake.requests).toEqual([])
  })
})
