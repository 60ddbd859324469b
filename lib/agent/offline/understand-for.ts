/** Parses short messages in this thread, in milliseconds, and longer ones in a worker thread, with a time limit. */

import { TURN_LIMITS } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'
import { isOutOfTime, openThreads } from '#lib/threads/open-threads.ts'
import type { Context, Reading } from '#lib/understand/text/types.ts'
import { understand } from '#lib/understand/understand.ts'

type Understand = (text: string, context: Context) => Promise<Reading>

const TOO_COMPLEX: Reading = { kind: 'too-complex', intents: [], spans: [], confidence: 1 }

const threads = () =>
  singleton('understanding', () =>
    openThreads<typeof understand>({
      file: './lib/agent/offline/understand.thread.ts',
      threads: 2,
      limitMs: TURN_LIMITS.understandMs,
      keepMs: 60_000,
    }),
  )

/** A user's long messages are parsed one at a time. `inThread` is for tests. */
export function understandFor(userId: string, inThread = threads()): Understand {
  return async (text, context) => {
    if (isQuick(text, context)) return understand(text, context)
    try {
      return await inThread(userId, text, context)
    } catch (error) {
      if (isOutOfTime(error)) return TOO_COMPLEX
      throw error
    }
  }
}

/** The previous message counts too: it is parsed again if this one may answer its question. */
function isQuick(text: string, context: Context): boolean {
  const chars = text.length + (context.asked?.length ?? 0)
  return chars <= TURN_LIMITS.inlineChars && chars * charsOfNames(context) <= TURN_LIMITS.inlineWork
}

function charsOfNames({ tasks = [], lists = [] }: Context): number {
  const ofTasks = tasks.reduce((sum, { title }) => sum + title.length, 0)
  return lists.reduce((sum, { items }) => items.reduce((more, item) => more + item.length, sum), ofTasks)
}
