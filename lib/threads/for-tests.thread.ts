/** A thread that does what a test asks of it. */
import { threadId } from 'node:worker_threads'
import { serveThread } from './serve-thread.ts'

export type Asked = 'answer' | 'endless' | 'throw' | 'exit'

function obey(asked: Asked, shared?: SharedArrayBuffer): number {
  const begun = shared && new Int32Array(shared)
  if (begun) Atomics.add(begun, 0, 1)
  if (asked === 'throw') throw new Error('as asked')
  if (asked === 'exit') process.exit(1)
  while (asked === 'endless');
  return threadId
}

export type Obey = typeof obey

serveThread(obey)
