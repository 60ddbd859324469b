/** The thread's side: one call at a time, with arguments and results as plain data. */
import { parentPort } from 'node:worker_threads'
import type { Told } from './open-threads.ts'

export function serveThread(work: (...args: never[]) => unknown): void {
  const tell = (told: Told) => parentPort?.postMessage(told)
  parentPort?.on('message', (args: never[]) => {
    tell({ begun: true })
    try {
      tell({ result: work(...args) })
    } catch (error) {
      tell({ failed: String(error) })
    }
  })
}
