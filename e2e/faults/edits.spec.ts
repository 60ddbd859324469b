/** Repeated and concurrent commands: one effect each, and no change is lost silently. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { newId } from '#lib/board/model/new-id.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { figures, openDice, size } from './support/random.ts'
import { addTask, visit, visitorOf } from './support/visitor.ts'

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

type Task = { id: string; number: number; title: string; status: string }
const tasksOf = async (visitor: { exported(): Promise<{ state: { tasks: Task[] } }> }) =>
  (await visitor.exported()).state.tasks

/** A proxy that passes everything on but drops the first answers to actions. */
async function lossyProxy(target: string, losses: number) {
  let calls = 0
  let lost = 0
  const proxy = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const headers = new Headers(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      )
      for (const name of ['host', 'connection', 'content-length']) headers.delete(name)
      if (headers.has('origin')) headers.set('origin', target)
      const body = incoming.method === 'POST' ? Buffer.concat(chunks) : undefined
      const init = { method: incoming.method, headers, body, redirect: 'manual' } as const
      const answer = await fetch(`${target}${incoming.url}`, init)
      const said = Buffer.from(await answer.arrayBuffer())
      if (headers.has('next-action') && calls++ % 2 === 0 && lost < losses) {
        lost += 1
        return response.destroy()
      }
      const plain = Object.fromEntries(
        [...answer.headers].filter(([name]) => !/encoding|length|transfer/.test(name)),
      )
      response.writeHead(answer.status, plain).end(said)
    })().catch(() => response.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, lost: () => lost, close: () => proxy.close() }
}

test('T4 the same key five times at once, and again after a lost answer, is one effect and one answer', async () => {
  test.setTimeout(size(45_000, 180_000))
  const dice = openDice()
  const rounds = size(20, 50)
  const people = size(1, 4)
  let visitor = await visit(server.url)
  // Several users, because each has a rate limit that includes retries.
  for (let person = 0; person < people; person++) {
    visitor = await visit(server.url)
    for (let i = 0; i < rounds; i++) {
      const [key, title] = [newId(), `round ${i}`]
      const command = addTask(title)
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.run(command, key)))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ ok: true, revision: i + 2 })
    }
    expect(await tasksOf(visitor)).toHaveLength(rounds)
  }
  // A key can’t be reused for another change.
  const key = newId()
  await visitor.run(addTask('first use'), key)
  expect(await visitor.run(addTask('second use'), key)).toMatchObject({ ok: false, code: 'key_reused' })

  const losses = size(5, 20)
  const proxy = await lossyProxy(server.url, losses)
  const sent = newId()
  const through = visitorOf(proxy.url, visitor.cookie, visitor.sessionId)
  for (let i = 0; i < losses; i++) {
    const [key, command] = [newId(), addTask(`lost ${i}`)]
    await expect(through.run(command, key)).rejects.toThrow()
    expect(await through.run(command, key)).toMatchObject({ ok: true })
  }
  expect(proxy.lost()).toBe(losses)
  proxy.close()
  const titles = (await tasksOf(visitor)).map(({ title }) => title)
  for (let i = 0; i < losses; i++) expect(titles.filter((title) => title === `lost ${i}`)).toHaveLength(1)
  // The same message twice is one message and one turn.
  await Promise.all([1, 2, 3, 4, 5].map(() => visitor.send('show my tasks', sent)))
  const { messages } = await visitor.exported()
  expect(messages.filter((message: { id: string }) => message.id === sent)).toHaveLength(1)
  figures(dice, { calls: people * rounds * 5, 'answers lost': losses, doubled: 0 })
})

test('T6 concurrent edits: fifty adds, two fields of one task, one field, delete against edit, numbers', async () => {
  const dice = openDice()
  const visitor = await visit(server.url)
  const adds = await Promise.all(Array.from({ length: 50 }, (_, i) => visitor.run(addTask(`add ${i}`))))
  expect(adds.every(({ ok }) => ok)).toBe(true)
  const tasks = await tasksOf(visitor)
  expect(new Set(tasks.map(({ title }) => title)).size).toBe(50)
  expect(tasks.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 1),
  )

  const rounds = size(20, 100)
  for (let i = 0; i < rounds; i++) {
    const { id } = dice.pick(tasks)
    const status = dice.pick(['open', 'in_progress', 'done'])
    const [first, second] = await Promise.all([
      visitor.run({ name: 'update_task', input: { task: id, title: `round ${i}` } }),
      visitor.run({ name: 'update_task_status', input: { task: id, status: status as 'open' } }),
    ])
    expect([first.ok, second.ok]).toEqual([true, true])
    const now = (await tasksOf(visitor)).find((task) => task.id === id)
    expect(now).toMatchObject({ title: `round ${i}`, status })
  }

  // One field: both are accepted, and the last in the server's order wins on all screens.
  const [one] = tasks
  if (!one) throw new Error('no task')
  const said = await Promise.all(
    ['a', 'b', 'c'].map((title) => visitor.run({ name: 'update_task', input: { task: one.id, title } })),
  )
  const last = said.toSorted((a, b) => (a.ok && b.ok ? (a.revision ?? 0) - (b.revision ?? 0) : 0)).at(-1)
  const wins = last?.ok ? last.changes[0]?.after : null
  expect((await tasksOf(visitor)).find(({ id }) => id === one.id)).toMatchObject({ ...wins })

  const removed = await visitor.run({ name: 'remove_task', input: { task: one.id } })
  expect(removed).toMatchObject({ ok: true })
  const late = await visitor.run({ name: 'update_task', input: { task: one.id, title: 'too late' } })
  expect(late).toMatchObject({ ok: false, code: 'removed' })
  expect(late.ok ? '' : late.message).toContain(`#${one.number}`)
  await visitor.run(addTask('after the removal'))
  const numbers = (await tasksOf(visitor)).map(({ number }) => number)
  expect(Math.max(...numbers)).toBe(51)
  expect(numbers).not.toContain(one.number)
  figures(dice, { adds: 50, 'pairs of fields': rounds, lost: 0 })
  await server.kill('SIGKILL')
  expectSound(await readDead(server.databasePath))
  await server.start()
})
