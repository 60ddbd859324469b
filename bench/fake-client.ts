/** Starts the fake model server and asks it how much time it used. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FakeMessage, Prompt } from './fake-model.ts'

export type Fake = {
  url: string
  report(): Promise<{ spentMs: number; calls: number; prompt: Prompt | null }>
  /** Runs `work` and returns its duration in milliseconds, without the time of the fake server. */
  timed(work: () => Promise<number>): Promise<number>
  close(): void
}

export async function startFake(): Promise<Fake> {
  const child = fork(new URL('./fake-model.ts', import.meta.url), { execArgv: [] })
  const next = async () => (await once(child, 'message'))[0] as FakeMessage
  const ready = await next()
  if (ready.kind !== 'ready') throw new Error('The fake model server did not start.')

  async function report() {
    const answer = next()
    child.send('report')
    const message = await answer
    if (message.kind !== 'report') throw new Error('Unexpected answer from the fake model server.')
    return message
  }

  return {
    url: `http://127.0.0.1:${ready.port}/v1`,
    report,
    async timed(work) {
      const before = await report()
      const took = await work()
      return took - ((await report()).spentMs - before.spentMs)
    },
    close: () => child.kill(),
  }
}
