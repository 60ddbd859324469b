/** Uploads: read as a stream with a size limit, one at a time. */
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { LIMITS } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'

export const TOO_LARGE = refuse(
  'limit',
  `Files can have up to ${LIMITS.importBytes / 1_000_000} MB. Export fewer boards into one file.`,
)
const NO_TEXT = refuse('invalid', 'The file isn’t UTF-8 text.')
const NOTHING = refuse('invalid', 'Send the file as the request body.')
const BUSY = refuse('busy', 'Another file is being imported. Try again in a moment.')

/** How many files are in memory at once, over all users. */
const AT_ONCE = 2

const at = () => singleton('imports', () => new Set<string>())

/** Runs `work`, unless this user's last file is still in progress or too many others are. */
export async function oneAtATime<T>(userId: string, work: () => Promise<T>): Promise<T | Refusal> {
  const running = at()
  if (running.has(userId) || running.size >= AT_ONCE) return BUSY
  running.add(userId)
  try {
    return await work()
  } finally {
    running.delete(userId)
  }
}

/** The text of a body. One that is too large isn't read to its end and gives `tooLarge`. */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  declared: string | null,
  most: number = LIMITS.importBytes,
  tooLarge: Refusal = TOO_LARGE,
): Promise<{ ok: true; text: string } | Refusal> {
  if (!body) return NOTHING
  if (Number(declared) > most) {
    await body.cancel()
    return tooLarge
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let bytes = 0
  try {
    // Breaking out of the loop cancels the body.
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > most) return tooLarge
      pieces.push(decoder.decode(chunk, { stream: true }))
    }
    pieces.push(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) return NO_TEXT
    throw error
  }
  return bytes === 0 ? NOTHING : { ok: true, text: pieces.join('') }
}
