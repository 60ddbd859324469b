/** The files of a running server: a missing file is noticed before anything is acknowledged. */
import { copyFileSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { firstValue, inFile, newFolder, newServer } from '#db/processes.test.help.ts'

// Each starts programs of its own, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 })

const saved = (path: string) =>
  inFile(path, (client) => firstValue(client, "select group_concat(key) from meta where key like 'k%'"))

test.each([
  ['the database is deleted', (path: string) => rmSync(path)],
  ['its log is deleted', (path: string) => rmSync(`${path}-wal`)],
  ['its lock is deleted', (path: string) => rmSync(`${path}.lock`)],
  [
    'a link to itself takes its place',
    (path: string) => {
      rmSync(path)
      symlinkSync(path, path)
    },
  ],
  [
    'another file takes its place',
    (path: string) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
])('%s: nothing more is acknowledged, and the server says that it is not well', async (_what, spoil) => {
  const { path, ask } = await newServer()
  expect([await ask('put k1'), await ask('well')]).toEqual(['saved', 'true'])
  spoil(path)
  expect([await ask('put k2'), await ask('well')]).toEqual(['gone', 'false'])
})

test('a database that is moved away and back keeps working', async () => {
  const { path, ask } = await newServer()
  renameSync(path, `${path}.away`)
  expect(await ask('put k1')).toBe('gone')
  renameSync(`${path}.away`, path)
  expect([await ask('put k2'), await ask('well')]).toEqual(['saved', 'true'])
})

test.each(['fold', 'stop'])(
  'what was acknowledged before the log was deleted is saved by %s',
  async (work) => {
    const { path, ask, kill } = await newServer()
    for (const key of ['k1', 'k2', 'k3']) expect(await ask(`put ${key}`)).toBe('saved')
    rmSync(`${path}-wal`)
    await ask(work)
    await kill()
    expect(await saved(path)).toBe('k1,k2,k3')
  },
)

test.each(['fold', 'stop'])('after %s everything stands in the one file', async (work) => {
  const { path, ask } = await newServer()
  await ask('put k1')
  expect(readFileSync(path).includes('k1')).toBe(false)
  await ask(work)
  const alone = join(newFolder(), 'alone.db')
  copyFileSync(path, alone)
  expect(await saved(alone)).toBe('k1')
})
