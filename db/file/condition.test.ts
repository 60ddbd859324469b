/** A failing disk: corruption is found and ends all writing; a temporary failure leaves none. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { firstValue, inFile, newFolder, newServer } from '#db/processes.test.help.ts'

// Each starts programs of its own, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 })

type Server = Awaited<ReturnType<typeof newServer>>

async function becomes(server: Server, question: string, answer: string): Promise<void> {
  await vi.waitFor(async () => expect(await server.ask(question)).toBe(answer), {
    timeout: 20_000,
    interval: 50,
  })
}

test('once its file is corrupted a server acknowledges nothing more, and its health check fails', async () => {
  const server = await newServer()
  for (let n = 0; n < 50; n++) expect(await server.ask(`put k${n}`)).toBe('saved')
  expect(await server.ask('fold')).toBe('done')
  const file = openSync(server.path, 'r+')
  for (let page = 1; page < 60; page++) writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096)
  closeSync(file)
  expect(await server.ask('read')).toBe('corrupt')
  await becomes(server, 'put after', 'damaged')
  expect(await server.ask('well')).toBe('false')
})

const strace = spawnSync('strace', ['-o', '/dev/null', 'true'])

describe.runIf(strace.status === 0)('reads that fail', () => {
  const inject = (path: string, when: string) => [
    'strace',
    ...['-f', '-qq', '-o', '/dev/null', '-P', `${path}-wal`, '-e', 'trace=pread64'],
    ...['-e', `inject=pread64:error=EIO:when=${when}`],
  ]

  test.each(['7', '20'])(
    'read %s of the log fails in a checkpoint: it is said, and nothing is damaged',
    async (when) => {
      const path = join(newFolder(), 'taskboard.db')
      const server = await newServer(path, inject(path, when))
      for (let n = 0; n < 50; n++) expect(await server.ask(`put k${n}`)).toBe('saved')
      expect(await server.ask('fold')).toMatch(/^SQLITE_/)
      expect([await server.ask('fold'), await server.ask('put k50')]).toEqual(['done', 'saved'])
      await becomes(server, 'well', 'true')
      await server.kill()
      await inFile(path, async (client) => {
        expect(await firstValue(client, 'pragma integrity_check')).toBe('ok')
        expect(await firstValue(client, "select count(*) from meta where key like 'k%'")).toBe(51)
      })
    },
  )
})
