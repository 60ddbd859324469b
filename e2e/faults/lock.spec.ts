/** Another program locks the database: nothing acknowledged is lost, nothing freezes, the board recovers. */
import { expect, test } from '@playwright/test'
import { newId } from '#lib/board/model/new-id.ts'
import { startServer } from '../support/server.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { openForeigner } from './support/foreign.ts'
import { figures, openDice, percentile, size } from './support/random.ts'
import { finish, head, startRawModel, toolCall, words } from './support/raw-model.ts'
import { addTask, pause, untilTrue, visit } from './support/visitor.ts'

test('T10 a foreign process takes the write lock again and again', async () => {
  test.setTimeout(size(90_000, 180_000))
  const dice = openDice()
  const server = await startServer()
  const visitors = await Promise.all([1, 2, 3].map(() => visit(server.url)))
  const acknowledged = new Map<string, string>()
  const refused: string[] = []
  const until = { over: false }
  const gaps: number[] = []
  const reads: number[] = []

  const writers = visitors.map(async (visitor, at) => {
    for (let i = 0; !until.over; i++) {
      const [id, title] = [newId(), `hand ${at} edit ${i}`]
      const answer = await visitor.run(addTask(title, id))
      if (answer.ok) acknowledged.set(id, title)
      else refused.push(answer.message)
      await pause(dice.between(80, 160))
    }
  })
  const watch = (async () => {
    while (!until.over) {
      const began = Date.now()
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      gaps.push(Date.now() - began)
      await pause(50)
    }
  })()
  const reader = (async () => {
    while (!until.over) {
      const began = Date.now()
      expect((await visitors[0]?.get(`/api/feed?once=1&after=0`))?.status).toBe(200)
      reads.push(Date.now() - began)
      await pause(300)
    }
  })()

  const foreigner = openForeigner(server.databasePath)
  const ends = Date.now() + size(15_000, 60_000)
  let holds = 0
  while (Date.now() < ends) {
    const before = acknowledged.size
    await foreigner.hold(dice.between(0, 6_000))
    await foreigner.free()
    holds += 1
    // For any seed and machine: each lock falls among changes, and all clients succeed after it.
    await untilTrue(async () => acknowledged.size >= before + 6, `changes are taken after hold ${holds}`)
    await pause(dice.between(0, 200))
  }
  const released = Date.now()
  expect(await visitors[0]?.run(addTask('after the last hold', newId()))).toMatchObject({ ok: true })
  const recovered = Date.now() - released
  until.over = true
  await Promise.all([...writers, watch, reader])
  await foreigner.close()
  await server.kill('SIGKILL')
  const dead = await readDead(server.databasePath)
  expectSound(dead)
  const found = new Map(dead.tasks.map(({ id, title }) => [id, title]))
  const lost = [...acknowledged].filter(([id, title]) => found.get(id) !== title)
  expect(lost).toEqual([])
  for (const message of refused) expect(message).toBe('The database is locked by another program. Try again.')
  expect(percentile(gaps, 0.99)).toBeLessThan(size(2_000, 250))
  expect(recovered).toBeLessThan(size(4_000, 2_000))
  figures(dice, {
    holds,
    acknowledged: acknowledged.size,
    lost: lost.length,
    refused: refused.length,
    'health p99 ms': percentile(gaps, 0.99),
    'read p95 ms': percentile(reads, 0.95),
    'back after ms': recovered,
  })
  await server.stop()
})

test('T31 a database error in a tool is reported to model and user in general words', async () => {
  test.setTimeout(60_000)
  let release: () => void = () => undefined
  const locked = new Promise<void>((resolve) => {
    release = resolve
  })
  const model = await startRawModel({
    add: async ({ response, results }) => {
      await locked
      head(response)
      const call = toolCall('add_task', JSON.stringify({ title: 'canary-title' }))
      response.end(results === 0 ? call + finish('tool_calls') : words('I could not.') + finish('stop'))
    },
  })
  const server = await startServer({
    env: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.url,
      OPENAI_API: 'chat',
      INSTANT_COMMANDS: 'off',
    },
  })
  const visitor = await visit(server.url)
  const foreigner = openForeigner(server.databasePath)
  await visitor.send('fault-add please')
  await untilTrue(async () => model.times('add') > 0, 'the model was asked')
  await foreigner.hold(8_000)
  release()
  await untilTrue(async () => model.times('add') > 1, 'the model heard of the failure')
  await foreigner.free()
  const turn = await untilTrue(async () => {
    const { turns } = await visitor.exported()
    return turns.at(-1).status === 'running' ? null : turns.at(-1)
  }, 'the turn has ended')
  expect(turn.status).toBe('completed')
  const heard = model.asked.at(-1)?.body ?? ''
  const exported = await visitor.exported()
  const shown = JSON.stringify(exported.messages.at(-1))
  const technical = /SQLITE|insert into|update "|BEGIN|params/i
  expect(exported.state.tasks).toEqual([])
  for (const words of [heard, shown]) expect(words).toContain('The database is locked by another program')
  expect(shown).not.toMatch(technical)
  expect(heard.slice(heard.indexOf('canary-title'))).not.toMatch(technical)
  expect(server.log()).not.toContain('canary-title')
  figures(null, { 'model asked': model.times('add') })
  await foreigner.close()
  await server.kill('SIGKILL')
  expectSound(await readDead(server.databasePath))
  await server.stop()
  await model.close()
})
