/**
 * Threads for work on texts that users send, so that no text blocks the event loop, and each has a time limit. What
 * a call may take of memory is bounded by counting its input: a thread that runs out of memory ends the process.
 */
import type { Worker } from 'node:worker_threads'

/** Not imported, so that the bundler doesn’t try to resolve the threads' files. */
const workerThreads = process.getBuiltinModule('node:worker_threads')

export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** By name, so that the threads are opened once, though Next makes several instances of this module. */
export const isOutOfTime = (error: unknown) => error instanceof Error && error.name === 'OutOfTime'

export type ThreadOptions = {
  /** A module that calls `serveThread`, from the working directory, `./` first: Node runs it from its source. */
  file: string
  /** How many threads run at once. */
  threads: number
  /** Time limit for one call, counted from when a thread starts it. */
  limitMs: number
  /** A thread that is idle for this long is ended. */
  keepMs: number
}

/** Messages of a thread: it started, or the result of the call. */
export type Told = { begun: true } | { result: unknown } | { failed: string }

type Work = (...args: never[]) => unknown
type Call = { owner: string; args: unknown[]; resolve(result: unknown): void; reject(error: Error): void }
type Thread = { worker: Worker; isOver: boolean; timer?: NodeJS.Timeout; hear(told: Told): void }

/** Returns a function that runs `work` in a thread. Calls of one owner wait for each other, never for all of another's. */
export function openThreads<W extends Work>(options: ThreadOptions) {
  const { file, threads, limitMs, keepMs } = options
  const idle: Thread[] = []
  const waiting: Call[] = []
  const busy = new Set<string>()

  function next(): void {
    const at = busy.size < threads ? waiting.findIndex(({ owner }) => !busy.has(owner)) : -1
    if (at < 0) return
    const [call] = waiting.splice(at, 1) as [Call]
    busy.add(call.owner)
    void serve(call)
      .then(call.resolve, call.reject)
      .finally(() => {
        busy.delete(call.owner)
        next()
      })
  }

  function serve({ args }: Call): Promise<unknown> {
    const thread = idle.pop() ?? start()
    const { worker } = thread
    clearTimeout(thread.timer)
    return new Promise<unknown>((resolve, reject) => {
      thread.hear = (told) => {
        if ('begun' in told) {
          thread.timer = setTimeout(() => {
            end(thread)
            reject(new OutOfTime(`It took more than ${limitMs} ms.`))
          }, limitMs)
        } else if ('result' in told) resolve(told.result)
        else reject(new Error(told.failed))
      }
      worker.ref()
      worker.postMessage(args)
    }).finally(() => {
      clearTimeout(thread.timer)
      rest(thread)
    })
  }

  /** Idle threads keep no process alive, and are ended after a while. */
  function rest(thread: Thread): void {
    thread.hear = noop
    if (thread.isOver) return
    thread.worker.unref()
    idle.push(thread)
    thread.timer = setTimeout(() => end(thread), keepMs).unref()
  }

  function end(thread: Thread): void {
    thread.isOver = true
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    void thread.worker.terminate()
  }

  function start(): Thread {
    const worker = new workerThreads.Worker(file, { env: {}, execArgv: [] })
    const thread: Thread = { worker, isOver: false, hear: noop }
    worker.on('message', (told: Told) => thread.hear(told))
    worker.on('error', (error) => fail(thread, error.message))
    worker.on('exit', () => fail(thread, 'The thread ended.'))
    return thread
  }

  function fail(thread: Thread, why: string): void {
    end(thread)
    thread.hear({ failed: why })
  }

  return (owner: string, ...args: Parameters<W>): Promise<Awaited<ReturnType<W>>> =>
    new Promise((resolve, reject) => {
      waiting.push({ owner, args, resolve: resolve as Call['resolve'], reject })
      next()
    })
}

function noop(): void {
  return
}
