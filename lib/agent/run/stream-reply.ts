/** Collects a model's stream into the parts of one message, saves them as they grow, and broadcasts text between saves. */
import type { TextStreamPart, ToolSet } from 'ai'
import type { Part, TextPart, ToolPart } from '#lib/board/wire/events.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { broadcast } from '#lib/session/feed/notify.ts'
import { saveReply } from '#lib/turns/replies.ts'
import type { StartedTurn } from '#lib/turns/turns.ts'
import type { ToolOutput } from '../tools/tools.ts'

/** The delay of a save when a part begins or ends, in milliseconds: a quick turn then needs only its last save. */
const SOON_MS = 40

export type Reply = {
  take(part: TextStreamPart<ToolSet>): void
  parts(): readonly Part[]
  /** Adds a part that isn't from the model. */
  add(part: Part): void
  chars(): number
  /** The number of calls in this run. */
  calls(): number
  /** Afterwards no save is in progress or will begin. */
  close(): Promise<void>
}

/** `onLost` is called when this run should end, because the turn was stopped or another run took over. */
export function openReply(
  started: StartedTurn,
  firstStep: number,
  onLost: (why: 'stopped' | 'lost') => void,
): Reply {
  const { turn, replyId } = started
  const parts: Part[] = [...started.kept]
  const keptCalls = parts.filter((part) => part.type === 'tool').length
  let step = firstStep - 1
  let chars = 0
  let timer: { at: number; handle: NodeJS.Timeout } | null = null
  let saving: Promise<void> = Promise.resolve()
  let closed = false
  let freshText = true

  async function save(): Promise<void> {
    if (closed) return
    try {
      const hold = await saveReply(turn, [...parts])
      if (hold !== 'held') onLost(hold)
    } catch (error) {
      // The next save, or the end of the turn, stores it.
      log().warn({ event: 'save_failed', turnId: turn.id, error: describeError(error) })
    }
  }

  function saveWithin(ms: number): void {
    const at = Date.now() + ms
    if (timer && timer.at <= at) return
    if (timer) clearTimeout(timer.handle)
    const handle = setTimeout(() => {
      timer = null
      saving = saving.then(save)
    }, ms)
    timer = { at, handle }
  }

  function addText(given: string): void {
    // A single piece can exceed the limit.
    const text = given.slice(0, Math.max(0, TURN_LIMITS.textChars - chars))
    chars += given.length
    if (text === '') return
    const last = parts.at(-1)
    if (last?.type !== 'text' || freshText) {
      freshText = false
      parts.push({ type: 'text', text })
      saveWithin(SOON_MS)
    } else {
      const { sessionId, userId } = turn
      const where = { messageId: replyId, part: parts.length - 1, offset: last.text.length }
      parts[parts.length - 1] = { type: 'text', text: last.text + text } satisfies TextPart
      broadcast(userId, { kind: 'text', sessionId, ...where, append: text })
      saveWithin(TURN_LIMITS.saveMs)
    }
  }

  function closeCall(callId: string, ended: Partial<ToolPart>): void {
    const index = parts.findLastIndex(
      (part) =>
        part.type === 'tool' && part.callId === callId && part.step === step && part.state === 'running',
    )
    const part = parts[index]
    if (part?.type !== 'tool') return
    const endedAt = ended.state === 'waiting' ? null : Date.now()
    parts[index] = { ...part, ...ended, endedAt }
    saveWithin(SOON_MS)
  }

  return {
    take(part) {
      switch (part.type) {
        case 'start-step':
          step += 1
          return
        case 'text-start':
          freshText = true
          return
        case 'text-delta':
          if (part.text) addText(part.text)
          return
        case 'tool-call': {
          const { toolCallId: callId, toolName: name, input } = part
          const fields = { state: 'running', output: null, revision: null, endedAt: null } as const
          parts.push({ type: 'tool', callId, step, name, input, ...fields, startedAt: Date.now() })
          saveWithin(SOON_MS)
          return
        }
        case 'tool-result': {
          const output = part.output as ToolOutput
          const { approval } = output
          if (approval) return closeCall(part.toolCallId, { state: 'waiting', approval })
          const state = output.ok ? 'done' : 'refused'
          const { text, revision, fact, listed } = output
          const more = { ...(fact && { fact }), ...(listed && { listed }) }
          return closeCall(part.toolCallId, { state, output: text, revision, ...more })
        }
        case 'tool-error':
          return closeCall(part.toolCallId, {
            state: 'failed',
            output: 'The model called this tool with invalid input.',
          })
        default:
          return
      }
    },
    parts: () => parts,
    add: (part) => void parts.push(part),
    chars: () => chars,
    calls: () => parts.filter((part) => part.type === 'tool').length - keptCalls,
    async close() {
      closed = true
      if (timer) clearTimeout(timer.handle)
      await saving
    },
  }
}
