/** Reads files in a worker thread with a time limit: 50 MB would block the event loop for seconds. */
import { breathe } from '#db/client.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { fileFrom } from '#lib/board/transfer/pieces.ts'
import type { FileRefusal, ReadFile } from '#lib/board/transfer/read-file.ts'
import { LIMITS } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'
import { isOutOfTime, openThreads } from '#lib/threads/open-threads.ts'
import type { ReadInPieces } from './read-file.thread.ts'

const TOO_LONG = refuse('limit', 'This file takes too long to read. Export fewer boards into one file.')

/** A thread reads one file and ends, to free its memory. */
const threads = () =>
  singleton('files', () =>
    openThreads<ReadInPieces>({
      file: './lib/session/transfer/read-file.thread.ts',
      threads: 2,
      limitMs: LIMITS.importMs,
      keepMs: 0,
    }),
  )

/** `inThread` is for tests. */
export async function readInThread(
  userId: string,
  text: string,
  inThread = threads(),
): Promise<Extract<ReadFile, { ok: true }> | FileRefusal | Refusal> {
  try {
    const read = await inThread(userId, text, Date.now())
    return Array.isArray(read) ? { ok: true, ...(await fileFrom(read, breathe)) } : read
  } catch (error) {
    if (isOutOfTime(error)) return TOO_LONG
    throw error
  }
}
