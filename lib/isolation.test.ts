/**
 * All that a user does, once alone in a database and once beside boards that hold the same rows: another user's, a second
 * one of their own, and a deleted one. Every answer is the same, and nothing of the others changes.
 */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { database, read } from '#db/client.ts'
import { addNeighbor, type Neighbor, rowsOwnedBy } from '#db/neighbors.testing.ts'
import { sessions } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import * as control from '#lib/agent/run/control.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { saveSettings } from '#lib/identity/account.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { makeDeviceLink, redeemDeviceLink } from '#lib/identity/device-links.ts'
import { listDevices, signOutOthers } from '#lib/identity/devices.ts'
import { findTokenUser, listTokens, makeToken, revokeToken } from '#lib/identity/tokens.ts'
import * as documents from '#lib/knowledge/documents.ts'
import { searchKnowledge } from '#lib/knowledge/search.ts'
import * as memories from '#lib/memory/memories.ts'
import { countUsedBoards } from '#lib/session/boards/count-used-boards.ts'
import * as create from '#lib/session/boards/create-board.ts'
import { getInstructions, setInstructions } from '#lib/session/boards/instructions.ts'
import * as lifecycle from '#lib/session/boards/lifecycle.ts'
import { renameSession } from '#lib/session/boards/naming.ts'
import * as boards from '#lib/session/boards/sessions.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { readFeed } from '#lib/session/feed/feed.ts'
import { previewCleanUp } from '#lib/session/maintenance/delete-unused.ts'
import { readHistory } from '#lib/session/queries/history.ts'
import { lastTouched } from '#lib/session/queries/last-touched.ts'
import { countTasks, queryTasks } from '#lib/session/queries/query-tasks.ts'
import { search } from '#lib/session/queries/search.ts'
import { searchHistory } from '#lib/session/queries/search-messages.ts'
import { readSnapshot } from '#lib/session/queries/snapshot.ts'
import { readTrash } from '#lib/session/queries/trash.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { editQueued, removeQueued } from '#lib/turns/queue.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { ended } from '../e2e/support/fake-openai-turns.ts'

const FIXTURE = `db/fixtures/${readdirSync('db/fixtures').sort().at(-1)}`
const SCREEN = { model: { kind: 'offline', name: '' }, agents: [] } as const
const DAY = { today: '2026-11-30', timeZone: 'UTC' }

type Said = [what: string, answer: unknown]

/** Everything there is to read of a board and its user. */
async function readAll(on: Neighbor): Promise<Said[]> {
  const { userId, sessionId } = on
  const reads: Record<string, () => Promise<unknown>> = {
    snapshot: async () => {
      const found = await readSnapshot(userId, sessionId, SCREEN)
      return { ...found, sessions: 0, boards: 0, cursor: 0 }
    },
    history: () => readHistory(userId, sessionId, {}),
    byAgent: () => readHistory(userId, sessionId, { actor: 'agent', before: 12 }),
    trash: async () => ({ ...(await readTrash(userId, sessionId)), boards: 0 }),
    export: () => exportSession(userId, sessionId),
    touched: () => read((db) => lastTouched(db, sessionId)),
    counts: () => read((db) => countTasks(db, sessionId, DAY.today)),
    query: () => queryTasks(sessionId, { filter: {}, limit: 50 }, DAY),
    // The order of hits depends on how often words occur in the whole database.
    said: async () =>
      (await searchHistory(sessionId, 'shopping milk roadmap soap')).sort((a, b) =>
        a.messageId < b.messageId ? -1 : 1,
      ),
    instructions: () => getInstructions(userId, sessionId),
    memories: () => memories.listMemories(userId),
    documents: () => documents.listDocuments(userId),
    knowledge: async () =>
      (await searchKnowledge(userId, 'vacation handbook yearbook')).sort((a, b) => a.position - b.position),
    tokens: () => listTokens(userId),
    devices: () => listDevices(userId, undefined),
    search: async () => (await search(userId, 'plan')).hits.filter((hit) => hit.sessionId === sessionId),
  }
  const said: Said[] = []
  for (const [what, ask] of Object.entries(reads)) said.push([what, await ask()])
  return said
}

async function session(withNeighbors: boolean) {
  const db = await openTestDatabase({ fixture: FIXTURE })
  const [own] = await database().select().from(sessions)
  const me = { userId: own?.userId ?? '', sessionId: own?.id ?? '' }
  const { userId, sessionId } = me
  const { token: mine = '' } = await openTokens(userId)
  const others: Neighbor[] = []
  if (withNeighbors) {
    others.push(
      await addNeighbor(me, 'eeee'),
      await addNeighbor(me, 'bbbb', true),
      await addNeighbor(me, 'dddd', true),
    )
    await boards.clearChat(userId, others[2]?.sessionId ?? '')
    await lifecycle.deleteSession(userId, others[2]?.sessionId ?? '')
  }
  const theirs = others.flatMap(({ userId: their, sessionId: board }) => [
    board,
    ...(their === userId ? [] : [their]),
  ])
  const before = await rowsOwnedBy(...theirs)
  const said: Said[] = await readAll(me)
  const run = async (name: string, input: object, actor: 'user' | 'agent' = 'user') => {
    const done = await execute({ ...me, actor }, { name, input })
    said.push([name, done])
    return done.ok ? done.revision : null
  }
  const say = async (what: string, done: Promise<unknown>) => said.push([what, await done])
  const talk = async (text: string) => {
    await control.sendMessage(userId, sessionId, { id: newId(), text })
    said.push([text, (await ended(me)).parts.map((part) => ('text' in part ? part.text : part.type))])
  }

  const state = (await exportSession(userId, sessionId))?.state
  const task = state?.tasks.find(({ title }) => title.startsWith('plan'))?.id
  const category = state?.categories.find(({ name }) => name === 'house')?.id
  await run('update_task', { task, title: 'plan the summer', category })
  const moved = await run('move_task', { task, status: 'open' })
  await run('undo', { revision: moved })
  await run('redo', {})
  await run('remove_task', { task })
  await run('bring_back', { row: 'plan' })
  await run('bring_back', { row: task })
  await run('remove_category', { category })
  await run('rename_category', { category: state?.categories[1]?.id, name: 'office' })
  await run('add_items', { id: newId(), list: 'packing', items: ['rope'] })
  await run('remove_items', { list: 'packing', items: ['boxes'] })
  await run('delete_list', { list: 'packing' })
  await run('undo', {})
  await run('set_value', { key: 'city', value: 'Rome' })
  await run('update_session_state', { id: newId(), session_state_updates: { city: { since: 1 } } })
  await run('delete_value', { key: 'city' })
  await run('save_checkpoint', { id: newId(), name: 'now' })
  await run('clear_column', { status: 'open' })
  await run('restore', { checkpoint: 'now' })
  await run('restore', { revision: 4 })
  await run('undo', { whose: 'own' })
  await run('remove_checkpoint', { checkpoint: 'now' })
  await talk('add a task: call the plumber')
  await talk('mark call the plumber as done')
  await talk('show my tasks')
  await talk('undo')
  await talk('remove all tasks')
  const waiting = (await exportSession(userId, sessionId))?.messages.flatMap(({ parts }) => parts)
  const approval = waiting
    ?.flatMap((part) => (part.type === 'tool' && part.approval ? part.approval : []))
    .at(-1)
  if (approval) await say('deny', control.decideApproval({ ...me, approvalId: approval.id }, 'deny'))
  const first = newId()
  await receiveMessage(userId, sessionId, { id: first, text: 'one' }, 'm')
  for (const text of ['two', 'three']) {
    await say(
      text,
      receiveMessage(userId, sessionId, { id: `${text}-${first}`, text }, 'm').then(({ ok }) => ok),
    )
  }
  await say('edit', editQueued({ ...me, messageId: `two-${first}` }, 'show my lists'))
  await say('drop', removeQueued({ ...me, messageId: `three-${first}` }))
  const running = (await exportSession(userId, sessionId))?.turns.find(({ status }) => status === 'running')
  await say('stop', control.stop({ ...me, turnId: running?.id ?? '' }))
  await say(
    'settled',
    ended(me).then(({ status }) => status),
  )
  await say(
    'retry',
    control.retryTurn({ ...me, turnId: running?.id ?? '' }).then(({ ok }) => ok),
  )
  await say(
    'retried',
    ended(me).then(({ status }) => status),
  )
  await say(
    'feed',
    readFeed(userId, 0).then((page) => JSON.stringify(page).includes('call the plumber')),
  )

  await say('rename', renameSession(userId, sessionId, 'Renamed'))
  await say('instructions', setInstructions(userId, sessionId, 'Be brief.'))
  const [known] = await memories.listMemories(userId)
  await say('edit memory', memories.editMemory(userId, known?.id ?? '', 'Plans in months.'))
  await say('forget', memories.forget(userId, 'all'))
  await say('restore memory', memories.restoreMemories(userId, [known?.id ?? '']))
  const [document] = await documents.listDocuments(userId)
  await say('tag', documents.tagDocument(userId, document?.id ?? '', ['new']))
  await say('put', documents.putDocument(userId, { name: 'Other.md', text: '# Vacation\n\nThirty.' }))
  await say('read', documents.readDocument(userId, document?.id ?? ''))
  await say('delete', documents.deleteDocument(userId, document?.id ?? ''))
  await say('restore', documents.restoreDocument(userId, document?.id ?? ''))
  await say('settings', saveSettings(userId, { displayName: 'Me' } as never))
  const [token] = await listTokens(userId)
  await say(
    'found',
    findTokenUser(mine).then((user) => user?.id === userId),
  )
  await say('revoke', revokeToken(userId, token?.id ?? ''))
  await say('revoked', findTokenUser(mine))
  await say('clear chat', control.clearChat(userId, sessionId))
  await say('archive', lifecycle.archiveSession(userId, sessionId))
  await say('unarchive', lifecycle.unarchiveSession(userId, sessionId))
  await say('open', boards.markOpened(userId, sessionId))
  await say(
    'last',
    boards.lastOpened(userId).then((last) => last === sessionId),
  )
  const copy = await create.duplicateSession(userId, sessionId)
  said.push(['copy', copy.ok && (await exportSession(userId, copy.sessionId))])
  said.push(...(await readAll(me)))
  await say(
    'used',
    countUsedBoards(userId).then((count) => count - (withNeighbors ? 1 : 0)),
  )
  await say('unused', previewCleanUp(userId, 1))
  await say('board deleted', control.deleteSession(userId, sessionId))
  await say('is gone', exportSession(userId, sessionId))
  await say('board restored', lifecycle.restoreSession(userId, sessionId))
  said.push(...(await readAll(me)))
  await say('devices', signOutOthers(userId, ''))
  const after = await rowsOwnedBy(...theirs)
  db.close()
  return { said, before, after }
}

/** A token, and a device that a link let in; what else a user leaves behind. */
async function openTokens(userId: string) {
  const made = await makeToken(userId, 'script')
  const { code } = await makeDeviceLink(userId)
  await redeemDeviceLink({ code, device: 'phone' })
  await makeDeviceLink(userId)
  const visit = await findVisit('unknown')
  expect(visit).toBeNull()
  return made.ok ? made : { token: '' }
}

/** Ids by the order in which they appear, and no times. */
function named(said: Said): string {
  const ids = new Map<string, string>()
  const idOf = (id: string) => ids.get(id) ?? ids.set(id, `id ${ids.size}`).get(id) ?? ''
  return JSON.stringify(said, null, 1)
    .replace(/\b[0-9a-f]{32,64}\b/g, idOf)
    .replace(/\b1[789]\d{11}\b/g, 'time')
}

test('nothing that a user does reads or changes what is not theirs', async () => {
  const alone = await session(false)
  const among = await session(true)
  expect(among.said.map(([what]) => what)).toEqual(alone.said.map(([what]) => what))
  for (const [at, said] of among.said.entries()) expect(named(said)).toBe(named(alone.said[at] as Said))
  expect(among.after).toEqual(among.before)
  const held = Object.entries(among.before).filter(([, rows]) => rows.length > 0)
  expect(held.map(([table]) => table)).toEqual(
    expect.arrayContaining(['tasks', 'changes', 'messages', 'memories']),
  )
})
