/** One server per file, under any of its names. */
import { linkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder, OPEN, openWith, startScript } from '#db/processes.test.help.ts'
import { fileUrl } from './open-file.ts'

// Each starts programs of its own, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 })

const HELD = `${OPEN}; setInterval(() => {}, 1000)`

test('a second server is refused through a symbolic link, a linked folder and a hard link', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  const path = join(folder, 'taskboard.db')
  const server = startScript(HELD, { DATABASE_URL: fileUrl(path) })
  onTestFinished(() => server.kill())
  await server.next()
  const [link, inLinked, other] = ['link.db', 'folder/taskboard.db', 'other.db'].map((name) =>
    join(elsewhere, name),
  ) as [string, string, string]
  symlinkSync(path, link)
  symlinkSync(folder, join(elsewhere, 'folder'))
  const refused = `is in use by another Taskboard, process ${server.child.pid}`
  const answers = await Promise.all([link, inLinked].map((name) => openWith(name)))
  expect(answers).toEqual([link, inLinked].map((name) => expect.stringContaining(`${name} ${refused}`)))
  linkSync(path, other)
  expect(await openWith(other)).toBe(
    `StartError: ${other} has another name (a hard link), and changes made through two names are lost. Delete the other name, or give Taskboard a copy of the file.`,
  )
})

test('a file with two names is refused under both, until one is removed', async () => {
  const folder = newFolder()
  const [path, other] = [join(folder, 'taskboard.db'), join(folder, 'other.db')]
  expect(await openWith(path)).toBe('opened')
  linkSync(path, other)
  for (const name of [path, other]) expect(await openWith(name)).toContain('has another name (a hard link)')
  rmSync(other)
  expect(await openWith(path)).toBe('opened')
})
