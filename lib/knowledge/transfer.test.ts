import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import { exportEverything, textOf } from '#lib/session/transfer/export.ts'
import { listDocuments, putDocument, readDocument } from './documents.ts'
import { searchKnowledge } from './search.ts'
import { bringDocuments, documentsToFile } from './transfer.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const fileOf = async (userId: string) =>
  textOf(exportEverything(userId, { documents: documentsToFile(userId) }).pieces)
const read = (text: string) => readFile(text, Date.now())

test('a library is imported from a file of everything, can be searched, and overwrites nothing', async () => {
  const [ana, ben, eve] = [newId(), newId(), newId()]
  await putDocument(ana, { name: 'Rules.md', text: '# Rules\n\n"Quoted" \\ and </end> 🎈', tags: ['work'] })
  await putDocument(ana, { name: 'Old.txt', text: 'apples' })
  await putDocument(eve, { name: 'Hers.txt', text: 'a secret of hers' })
  const text = await fileOf(ana)
  expect(text).not.toContain('secret of hers')
  const file = read(text)
  if (!file.ok) throw new Error(file.message)
  await putDocument(ben, { name: 'OLD.txt', text: 'pears' })
  expect(await bringDocuments(ben, file.documents)).toEqual({ added: 1, leftOut: 0 })
  expect(await bringDocuments(ben, file.documents)).toEqual({ added: 0, leftOut: 0 })
  const [rules] = (await listDocuments(ben)).filter(({ name }) => name === 'Rules.md')
  expect(rules?.tags).toEqual(['work'])
  expect((await readDocument(ben, rules?.id ?? ''))?.text).toBe('# Rules\n\n"Quoted" \\ and </end> 🎈')
  expect(await searchKnowledge(ben, 'quoted')).toHaveLength(1)
  expect(await searchKnowledge(ben, 'apples')).toEqual([])
})

test.each([
  [{ documents: [{ name: '', text: 'x' }] }, 'documents[0].name'],
  [{ documents: [{ name: 'a', text: ' ' }] }, 'documents[0].text'],
  [{ documents: [{ name: 'a', text: 'x'.repeat(1_000_001) }] }, 'documents[0].text'],
  [{ memories: [{ text: 'My password is hunter2!', source: 'user' }] }, 'memories[0].text'],
  [{ memories: [{ text: 'x', source: 'nobody' }] }, 'memories[0].source'],
])('what is wrong in a file is said with its place %#', (own, path) => {
  expect(read(JSON.stringify({ format: 'taskboard/2', boards: [], ...own }))).toMatchObject({
    ok: false,
    path,
  })
})
