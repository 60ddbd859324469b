/** Clients that never give up: every request is resent under its idempotency key until it is answered. */

import type { Command } from '#lib/board/commands/registry.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Dice } from './random.ts'
import { addTask, pause, type Visitor } from './visitor.ts'

type Row = { title: string; status: string }
export type Counts = { acknowledged: number; resent: number }
export type Until = { over: boolean }

/** Repeats a request until it is answered; waits out a rate limit or a busy import. */
async function insist<T extends { ok: boolean; code?: string }>(
  ask: () => Promise<T>,
  until: Until,
  counts: Counts,
): Promise<T | null> {
  for (;;) {
    const answer = await ask().catch(() => null)
    const waits = answer && !answer.ok && ['rate', 'busy', 'failed'].includes(answer.code ?? '')
    if (answer && !waits) {
      counts.acknowledged += 1
      return answer
    }
    if (until.over) return null
    counts.resent += 1
    await pause(waits ? 500 : 60)
  }
}

/** Manual edits, one by one; `rows` is what was acknowledged, `flying` the one in flight. */
export function handOf(visitor: Visitor, dice: Dice) {
  const rows = new Map<string, Row>()
  const counts = { acknowledged: 0, resent: 0 }
  let revision = 0
  let flying: { id: string; row: Row | null } | null = null

  function nextEdit(): { command: Command; id: string; row: Row | null } {
    const ids = [...rows.keys()]
    const known = ids.length > 3 && dice.chance(0.6) ? dice.pick(ids) : null
    const row = known ? rows.get(known) : undefined
    const title = `by hand ${newId().slice(0, 8)}`
    if (!known || !row) {
      const id = newId()
      return { command: addTask(title, id), id, row: { title, status: 'open' } }
    }
    if (dice.chance(0.2))
      return { command: { name: 'remove_task', input: { task: known } }, id: known, row: null }
    if (dice.chance(0.5)) {
      const command = { name: 'update_task', input: { task: known, title } } as const
      return { command, id: known, row: { ...row, title } }
    }
    const status = row.status === 'open' ? 'in_progress' : 'open'
    const command = { name: 'update_task_status', input: { task: known, status } } as const
    return { command, id: known, row: { ...row, status } }
  }

  return {
    rows,
    counts,
    revision: () => revision,
    flying: () => flying,
    async run(until: Until): Promise<void> {
      while (!until.over) {
        const edit = nextEdit()
        flying = edit
        const key = newId()
        const answer = await insist(() => visitor.run(edit.command, key), until, counts)
        if (!answer) return
        if (!answer.ok) throw new Error(`An edit was refused: ${answer.message}`)
        revision = answer.revision ?? revision
        if (edit.row) rows.set(edit.id, edit.row)
        else rows.delete(edit.id)
        flying = null
        await pause(dice.between(60, 120))
      }
    },
  }
}

/** Imports files, each a whole board. */
export function importerOf(visitor: Visitor, file: object, dice: Dice) {
  const counts = { acknowledged: 0, resent: 0 }
  const boards: string[] = []
  return {
    counts,
    boards,
    async run(until: Until): Promise<void> {
      while (!until.over && boards.length < 400) {
        const key = newId()
        const answer = await insist(() => visitor.importFile(file, key), until, counts)
        if (!answer) return
        if (!answer.ok) throw new Error('An import was refused.')
        boards.push(...(answer.boards ?? []).map(({ sessionId }) => sessionId))
        await pause(dice.between(150, 400))
      }
    },
  }
}

/** Sends messages, each answered with several tool calls; continues half of the turns that a crash interrupted. */
export function talkerOf(visitor: Visitor, dice: Dice) {
  const counts = { acknowledged: 0, resent: 0 }
  const sent: string[] = []
  let interrupted = 0
  let continued = 0
  let cursor = 0
  const turns = new Map<string, string>()

  async function statusOf(messageId: string, until: Until): Promise<string | null> {
    while (!until.over) {
      const page = await visitor.feedAfter(cursor).catch(() => null)
      for (const { event } of page?.envelopes ?? []) {
        if (event.kind === 'turn') turns.set(event.turn.id, event.turn.status)
        if (event.kind === 'message' && event.message.turnId)
          ofMessage.set(event.message.id, event.message.turnId)
      }
      cursor = page?.cursor ?? cursor
      const turnId = ofMessage.get(messageId)
      const status = turnId ? turns.get(turnId) : undefined
      if (status && status !== 'running') return status
      await pause(150)
    }
    return null
  }
  const ofMessage = new Map<string, string>()

  return {
    counts,
    sent,
    figures: () => ({ interrupted, continued }),
    async run(until: Until): Promise<void> {
      while (!until.over) {
        const id = newId()
        const text = `turn ${id.slice(0, 8)}`
        sent.push(text)
        if (!(await insist(() => visitor.send(text, id), until, counts))) return
        let status = await statusOf(id, until)
        for (; status === 'interrupted'; status = await statusOf(id, until)) {
          interrupted += 1
          if (dice.chance(0.5)) break
          const turnId = ofMessage.get(id) ?? ''
          turns.delete(turnId)
          const answer = await insist(
            () => visitor.call('continueTurn', visitor.sessionId, turnId),
            until,
            counts,
          )
          if (answer?.ok) continued += 1
          else turns.set(turnId, 'over')
        }
      }
    },
  }
}
