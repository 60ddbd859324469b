/** The feed as server-sent events: what is stored, in order, and between it text that is never stored. */
import { breathe } from '#db/client.ts'
import type { Envelope, FeedEvent } from '#lib/board/wire/events.ts'
import { buildId } from '#lib/build-id.ts'
import { describeError, log } from '#lib/log.ts'
import { singleton } from '#lib/singletons.ts'
import { allGrants } from '../boards/tool-grants.ts'
import { readFeed } from '../feed/feed.ts'
import { isShuttingDown, subscribe } from '../feed/notify.ts'

export const HEARTBEAT_MS = 10_000
/** Whoever reads is asked for again before they are told anything, but not more often than this. */
const MAY_MS = 1_000
/** Another process may have written: the database is looked at this often without being woken. */
export const POLL_MS = 3_000
/** A reader this many bytes behind gets no more until it has read: whispers come with the next stored version. */
const WINDOW_BYTES = 512_000

/** The stream ends once `stillMay` says no: the device was signed out. */
export function feedStream(
  userId: string,
  after: number,
  signal: AbortSignal,
  stillMay: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  let cursor = after
  let wakeUp: () => void = noop
  let leave: () => void = noop
  let ended = false
  /** There was more to send than room: only then is there something to do once the reader has taken some. */
  let starved = false

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (chunk: Uint8Array) => {
          if (!ended) controller.enqueue(chunk)
        }
        const end = () => {
          if (ended) return
          ended = true
          leave()
          wakeUp()
          controller.close()
        }
        leave = subscribe(userId, (event) => {
          if (event === null) wakeUp()
          else if ((controller.desiredSize ?? 0) > 0) send(whispered(event, cursor))
        })
        signal.addEventListener('abort', end, { once: true })
        send(encoded('retry: 1000\n\n'))
        // They end with the process: whoever comes back hears what stands.
        send(whispered({ kind: 'grants', grants: allGrants(userId) }, cursor))
        send(whispered({ kind: 'build', build: buildId() }, cursor))
        void deliver(controller, send, end)
      },
      pull() {
        if (starved) wakeUp()
      },
      cancel() {
        ended = true
        leave()
        wakeUp()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WINDOW_BYTES }),
  )

  async function deliver(
    controller: ReadableStreamDefaultController,
    send: (chunk: Uint8Array) => void,
    end: () => void,
  ): Promise<void> {
    let beat = Date.now()
    let asked = beat
    try {
      while (!ended) {
        // Armed before reading: what is committed while the page is read must not be slept over.
        const woken = new Promise<void>((resolve) => {
          wakeUp = resolve
        })
        if (Date.now() - asked >= MAY_MS) {
          asked = Date.now()
          if (!(await stillMay())) {
            // Whoever is signed in there now, if anybody, sees their own: the page is taken anew.
            send(whispered({ kind: 'reset' }, 0))
            return end()
          }
        }
        starved = (controller.desiredSize ?? 0) <= 0
        const page = starved ? null : await readTogether(userId, cursor)
        for (const chunk of page?.chunks ?? []) send(chunk)
        cursor = page?.cursor ?? cursor
        if (page?.more) continue
        if (isShuttingDown()) return end()
        await Promise.race([woken, pause(POLL_MS)])
        if (Date.now() - beat < HEARTBEAT_MS) continue
        beat = Date.now()
        // An event, so that the page notices it too: silence means that the connection is lost.
        send(encoded('event: beat\ndata: 0\n\n'))
      }
    } catch (error) {
      log().warn({ event: 'feed_failed', error: describeError(error) })
      end()
    }
  }
}

type Page = { chunks: readonly Uint8Array[]; cursor: number; more: boolean }

const planned = () => singleton('feed-reads', () => new Map<string, Promise<Page>>())

/** Readers of one user who stand at one place and are woken together are told by one look at the database. */
function readTogether(userId: string, cursor: number): Promise<Page> {
  const place = `${userId} ${cursor}`
  const reading =
    planned().get(place) ??
    breathe().then(async () => {
      // Who comes from now on may have heard of something that this look does not see.
      planned().delete(place)
      const { envelopes, ...page } = await readFeed(userId, cursor)
      return { ...page, chunks: envelopes.map(stored) }
    })
  planned().set(place, reading)
  return reading
}

const encoder = new TextEncoder()
const encoded = (text: string) => encoder.encode(text)

function stored(envelope: Envelope): Uint8Array {
  return encoded(`id: ${envelope.cursor}\ndata: ${JSON.stringify(envelope)}\n\n`)
}

function whispered(event: FeedEvent, after: number): Uint8Array {
  return encoded(`data: ${JSON.stringify({ cursor: null, after, event } satisfies Envelope)}\n\n`)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

function noop(): void {
  return
}
