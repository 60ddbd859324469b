/** Which model answers: OpenAI, a compatible server, or the offline one where neither is set. */
import { createOpenAI } from '@ai-sdk/openai'
import { defaultSettingsMiddleware, type LanguageModel, wrapLanguageModel } from 'ai'
import type { ModelInfo } from '#lib/board/wire/events.ts'
import { env } from '#lib/env.ts'
import type { Reading } from '#lib/understand/text/types.ts'
import type { Agent } from '../agents/agent.ts'
import { boardReader } from '../offline/board-lookup.ts'
import { type Calendar, createOfflineModel, type OfflineModel } from '../offline/offline-model.ts'
import { understandFor } from '../offline/understand-for.ts'
import { modelFetch } from './model-fetch.ts'

/** The smallest of the newest family in @ai-sdk/openai's own list of models with tools. */
export const DEFAULT_MODEL = 'gpt-6-luna'

export const CONNECT_HINT =
  'To connect a language model, set OPENAI_API_KEY in .env.local (or OPENAI_BASE_URL for a compatible server such as Ollama) and restart Taskboard.'

export function modelInfo(): ModelInfo {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: url, TASKBOARD_MODEL: model } = env()
  if (url) return { kind: 'compatible', name: model ?? DEFAULT_MODEL }
  if (key) return { kind: 'openai', name: model ?? DEFAULT_MODEL }
  return { kind: 'offline', name: 'Offline model' }
}

export type Run = {
  userId: string
  sessionId: string
  turnId: string
  calendar: Calendar
  displayName: string | null
  /** What is to be answered. */
  message: string
  /** Whom the message asked. */
  agent: Agent
  /** Exact commands need no language model. */
  mayBeInstant: boolean
}

export type Chosen = {
  model: LanguageModel
  /** An exact command, which needs no language model though one is there. */
  isInstant: boolean
  /** How the offline model understands the message; `null` where a language model answers. */
  reading: Reading | null
}

/** Made for one run: the offline model reads the board of its session. */
export async function chooseModel(run: Run): Promise<Chosen> {
  const info = modelInfo()
  const isOffline = info.kind === 'offline'
  if (isOffline || (run.mayBeInstant && env().INSTANT_COMMANDS === 'on')) {
    const model = offlineModel(run)
    const reading = await model.read(run.message)
    if (isOffline || isExactCommand(reading)) return { model, isInstant: !isOffline, reading }
  }
  return { model: languageModel(info), isInstant: false, reading: null }
}

function offlineModel({ userId, sessionId, turnId, calendar, displayName, agent }: Run): OfflineModel {
  const board = boardReader(sessionId, turnId)
  const connectHint = CONNECT_HINT
  const cannot =
    agent.tools === 'all' ? undefined : `${agent.title} can’t do this. Nothing changed. Try @Taskboard.`
  const understand = understandFor(userId)
  return createOfflineModel({
    turnId,
    calendar,
    displayName,
    now: Date.now,
    board,
    understand,
    connectHint,
    cannot,
  })
}

/** Every word of it was understood, and for certain. */
function isExactCommand({ kind, confidence, unread, intents }: Reading): boolean {
  return kind === 'commands' && confidence === 1 && unread === undefined && intents.length > 0
}

export function languageModel(info: ModelInfo): LanguageModel {
  // A compatible server without a key still wants one to be sent.
  const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL: baseURL } = env()
  const openai = createOpenAI({ apiKey, baseURL, fetch: modelFetch })
  if (env().OPENAI_API === 'chat') return openai.chat(info.name)
  // Our own history is all there is: nothing is kept by the service, and nothing it kept is referred to.
  const settings = { providerOptions: { openai: { store: false } } }
  const middleware = defaultSettingsMiddleware({ settings })
  return wrapLanguageModel({ model: openai.responses(info.name), middleware })
}
