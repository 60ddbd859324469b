import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawClient, write } from '#db/client.ts'
import { documents as rows } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import * as documents from './documents.ts'
import { searchKnowledge } from './search.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const HANDBOOK =
  '# Handbook\n\nWelcome.\n\n## Vacation\n\nEverybody has 25 vacation days. The café is closed then.\n'
const put = (userId: string, name: string, text: string, tags?: string[]) =>
  documents.putDocument(userId, { name, text, tags })

test('a question finds the passage that answers it, whatever the form of its words', async () => {
  const user = newId()
  await put(user, 'Handbook.md', HANDBOOK, ['Work'])
  await put(user, 'Garden.txt', 'Water the roses on vacation.', ['home'])
  const [first] = await searchKnowledge(user, 'How many days of vacation does everybody have?')
  expect(first).toMatchObject({ name: 'Handbook.md', position: 2, heading: 'Vacation' })
  expect(await searchKnowledge(user, 'vacation', { document: 'garden' })).toMatchObject([
    { name: 'Garden.txt' },
  ])
  expect(await searchKnowledge(user, 'vacation', { document: '%' })).toEqual([])
  expect((await searchKnowledge(user, 'cafe'))[0]?.name).toBe('Handbook.md')
  expect((await searchKnowledge(user, 'vacations', { tags: ['home'] })).map(({ name }) => name)).toEqual([
    'Garden.txt',
  ])
  expect(await searchKnowledge(user, 'vacation', { tags: ['home', 'work'] })).toEqual([])
})

test('nothing of another user is found, not even by their id', async () => {
  const [ana, eve] = [newId(), newId()]
  await put(ana, 'Diary.txt', 'The surprise party is on Friday.')
  expect(await searchKnowledge(eve, 'surprise party')).toEqual([])
  expect(await searchKnowledge(eve, ana)).toEqual([])
  const [document] = await documents.listDocuments(ana)
  const id = document?.id ?? ''
  expect(await documents.readDocument(eve, id)).toBeNull()
  expect(await documents.deleteDocument(eve, id)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await documents.tagDocument(eve, id, ['x'])).toMatchObject({ ok: false, code: 'not_found' })
  expect(await put(eve, 'Diary.txt', 'Nothing.')).toMatchObject({ replaced: false, document: { version: 1 } })
  expect(await searchKnowledge(ana, 'surprise party')).toMatchObject([{ documentId: id }])
  await documents.deleteDocument(ana, id)
  expect(await documents.restoreDocument(eve, id)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await documents.readDocument(ana, id)).toBeNull()
})

test('uploading the same name again replaces the document', async () => {
  const user = newId()
  const first = await put(user, 'Plan.md', 'Old roadmap.', ['q2'])
  const second = await put(user, ' plan.MD ', 'New milestones.')
  expect(second).toMatchObject({ ok: true, replaced: true, document: { version: 2, tags: ['q2'] } })
  expect(first.ok && second.ok && first.document.id === second.document.id).toBe(true)
  expect(await searchKnowledge(user, 'roadmap')).toEqual([])
  expect(await searchKnowledge(user, 'milestones')).toHaveLength(1)
  await documents.deleteDocument(user, second.ok ? second.document.id : '')
  expect(await searchKnowledge(user, 'milestones')).toEqual([])
  expect(await documents.listDocuments(user)).toEqual([])
  await documents.restoreDocument(user, second.ok ? second.document.id : '')
  expect(await searchKnowledge(user, 'milestones')).toMatchObject([{ name: 'plan.MD' }])
})

test.each([
  '"',
  'a" OR user_id : "',
  'NEAR(',
  '*',
  'user_id:x',
  '-',
  '^',
  '( ) AND NOT',
  '😀',
  "'; drop table passages; --",
])('no query is syntax: %s', async (query) => {
  const user = newId()
  await put(user, 'A.txt', 'Some text about apples.')
  const found = await searchKnowledge(user, query)
  expect(found.length).toBeLessThanOrEqual(1)
  expect(await searchKnowledge(user, `${query} apples`)).toHaveLength(1)
})

test('files that aren’t text, are too long or are over the limit are refused', async () => {
  const user = newId()
  expect(await put(user, 'Empty.txt', ' \n ')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await put(user, ' ', 'text')).toMatchObject({ ok: false, code: 'invalid' })
  const large = 'é'.repeat(LIMITS.documentBytes / 2 + 1)
  expect(await put(user, 'Large.txt', large)).toMatchObject({ ok: false, code: 'limit' })
  const tags = Array.from({ length: LIMITS.tagsPerDocument + 1 }, (_, n) => `t${n}`)
  expect(await put(user, 'Tagged.txt', 'text', tags)).toMatchObject({ ok: false, code: 'limit' })
  const row = { userId: user, text: 'text', bytes: 4, version: 1, createdAt: 1, updatedAt: 1 }
  const full = Array.from({ length: LIMITS.documentsPerUser }, (_, n) => {
    return { ...row, id: newId(), name: `${n}.txt`, nameKey: `${n}.txt` }
  })
  await write((tx) => tx.insert(rows).values(full))
  expect(await put(user, 'more.txt', 'text')).toMatchObject({ ok: false, code: 'limit' })
  expect(await put(user, '7.txt', 'replaced')).toMatchObject({ ok: true, replaced: true })
})

test('the size of a library is limited; a text that replaces a longer one still fits', async () => {
  const user = newId()
  const row = { userId: user, text: 'text', version: 1, createdAt: 1, updatedAt: 1 }
  const full = [LIMITS.libraryBytes - 10, 6].map((bytes, n) => {
    return { ...row, bytes, id: newId(), name: `${n}.txt`, nameKey: `${n}.txt` }
  })
  await write((tx) => tx.insert(rows).values(full))
  expect(await put(user, 'more.txt', 'five!')).toMatchObject({
    ok: false,
    code: 'limit',
    message: 'A library can hold up to 100 MB. Delete documents first.',
  })
  expect(await put(user, '1.txt', 'ten bytes.')).toMatchObject({ ok: true, replaced: true })
  expect(await put(user, '1.txt', 'eleven byte')).toMatchObject({ ok: false, code: 'limit' })
})

test('the search index matches the passages', async () => {
  await rawClient().execute("insert into passage_search(passage_search) values('integrity-check')")
  await rawClient().execute("insert into message_search(message_search) values('integrity-check')")
})
