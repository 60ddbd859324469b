/** The model without a key: it parses the last message by rules and calls the same tools as any other model. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { follow, NAME_KEYS, stepsOf } from '#lib/board/state/keys.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import type { Context, Intent, Reading } from '#lib/understand/text/types.ts'
import { understand } from '#lib/understand/understand.ts'
import type { BoardReader } from './board-lookup.ts'
import type { Known } from './offline-help.ts'
import { CANNOT, replyTo, reportOf, TOO_MANY } from './offline-replies.ts'
import { type Progress, placeOf, progressOf } from './read-prompt.ts'
import { inputFor, joinRemovals, offeredTools } from './tool-inputs.ts'

/** The user's time zone, date order and week start. */
export type Calendar = Pick<Context, 'timeZone' | 'dateOrder' | 'weekStart'>

export type OfflineModelOptions = {
  turnId: string
  calendar: Calendar
  /** From the settings; `null` = not known. */
  displayName?: string | null
  now: () => number
  board: BoardReader
  /** How messages are parsed; default: in this thread. */
  understand?: (text: string, context: Context) => Reading | Promise<Reading>
  /** How to connect a language model, as one sentence. */
  connectHint: string
  /** The answer if the tools that a message needs aren't offered. */
  cannot?: string
}

const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}
const MODEL_ID = 'offline'

/** `read`: parses a message, once. */
export type OfflineModel = LanguageModelV4 & { read(text: string): Promise<Reading> }

export function createOfflineModel(options: OfflineModelOptions): OfflineModel {
  // One run answers one message: what “it” means must not change with what the run itself does.
  const readings = new Map<string, Promise<Reading>>()

  function read(text: string): Promise<Reading> {
    const reading = readings.get(text) ?? understandOnBoard(text, options)
    readings.set(text, reading)
    return reading
  }

  async function step(call: LanguageModelV4CallOptions): Promise<LanguageModelV4Content[]> {
    call.abortSignal?.throwIfAborted()
    const progress = progressOf(call.prompt)
    const reading = await read(progress.text)
    const calls = callsOf(reading, progress, call, options.turnId)
    if (calls.length > 0) return calls
    const isShort = reading.kind !== 'help' && reading.kind !== 'greeting'
    const board: Pick<Context, 'categories' | 'values'> = isShort
      ? { categories: [] }
      : await options.board.vocabulary()
    const known = { ...board, name: nameOfUser(board, options.displayName) }
    const offered = offeredTools(call.tools)
    const isOffered = reading.intents.every(({ tool }) => offered.has(tool))
    const { connectHint, cannot = CANNOT } = options
    const told = { connectHint, known, cannot: isOffered ? null : cannot }
    return [{ type: 'text', text: textOf(reading, progress, told) }]
  }

  return {
    specificationVersion: 'v4',
    provider: 'taskboard',
    modelId: MODEL_ID,
    supportedUrls: {},
    read,
    async doGenerate(call) {
      const content = await step(call)
      return { content, finishReason: finishOf(content), usage: NO_TOKENS, warnings: [] }
    },
    async doStream(call) {
      return { stream: streamOf(await step(call)) }
    },
  }
}

/** A name on the board comes before the one in the settings. */
function nameOfUser({ values = {} }: Pick<Context, 'values'>, displayName: string | null = null) {
  const found = NAME_KEYS.map((path) => follow(values, stepsOf(path)))
  return found.find((name) => typeof name === 'string') ?? displayName
}

async function understandOnBoard(
  text: string,
  {
    board,
    now,
    calendar,
    ...options
  }: Pick<OfflineModelOptions, 'board' | 'now' | 'calendar' | 'understand'>,
): Promise<Reading> {
  const [vocabulary, shown, touched, asked] = await Promise.all([
    board.vocabulary(),
    board.shown(),
    board.touched(),
    board.asked(),
  ])
  return (options.understand ?? understand)(text, {
    now: now(),
    ...calendar,
    ...vocabulary,
    shown,
    ...touched,
    ...asked,
  })
}

/** The calls without a result yet: all of the message's, or the rest after an interruption. */
function callsOf(
  reading: Reading,
  progress: Progress,
  call: LanguageModelV4CallOptions,
  turnId: string,
): LanguageModelV4Content[] {
  if (call.toolChoice?.type === 'none' || reading.intents.length > TURN_LIMITS.toolCalls) return []
  const tools = offeredTools(call.tools)
  const intents = joinRemovals(reading.intents)
  if (!isSameReading(intents, progress)) return []
  // After a hand-off, the next agent does the rest with its own tools.
  const handed = intents.findIndex(({ tool }, at) => tool === 'hand_over' && !progress.answered.has(at))
  const now = handed === -1 ? intents : intents.slice(0, handed + 1)
  return now.flatMap(({ tool, args }, position): LanguageModelV4Content[] => {
    const schema = tools.get(tool)
    if (!schema || progress.answered.has(position)) return []
    const toolCallId = `${turnId}-${progress.step}-${placeOf(position, intents.length)}`
    return [{ type: 'tool-call', toolCallId, toolName: tool, input: inputFor(schema, args) }]
  })
}

/** A run changes the board itself: if the message would now be parsed differently, nothing more of it is done. */
function isSameReading(intents: readonly Intent[], { answered, calls }: Progress): boolean {
  const isSame = [...answered].every(([position, tool]) => intents[position]?.tool === tool)
  return isSame && (calls === null || calls === intents.length)
}

/** `cannot`: the answer if a needed tool isn't offered. */
type Told = { connectHint: string; known: Known; cannot: string | null }

function textOf(reading: Reading, progress: Progress, { connectHint, known, cannot }: Told): string {
  if (progress.results.length > 0) {
    const report = reportOf(progress.results, reading)
    return cannot === null ? report : `${report}\n\n${cannot}`
  }
  if (cannot !== null) return cannot
  if (reading.intents.length > TURN_LIMITS.toolCalls) return TOO_MANY
  return replyTo(reading, progress.text, connectHint, known)
}

function finishOf(content: readonly LanguageModelV4Content[]) {
  const calls = content.some(({ type }) => type === 'tool-call')
  return { unified: calls ? ('tool-calls' as const) : ('stop' as const), raw: undefined }
}

function streamOf(content: readonly LanguageModelV4Content[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      for (const [index, part] of content.entries()) {
        if (part.type === 'text')
          for (const piece of streamText(part.text, `text-${index}`)) controller.enqueue(piece)
        else if (part.type === 'tool-call') controller.enqueue(part)
      }
      controller.enqueue({ type: 'finish', finishReason: finishOf(content), usage: NO_TOKENS })
      controller.close()
    },
  })
}

/** A few deltas, split at lines and every 40 characters. */
function streamText(text: string, id: string): LanguageModelV4StreamPart[] {
  const deltas = text.match(/[^\n]{1,40}\n?|\n/gu) ?? []
  return [
    { type: 'text-start', id },
    ...deltas.map((delta) => ({ type: 'text-delta' as const, id, delta })),
    { type: 'text-end', id },
  ]
}
