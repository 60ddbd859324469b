/** Reads a prompt: the message to answer, and the results of its calls so far. */
import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { isReaderName } from '#lib/board/readers/registry.ts'
import { isUserToolName, USER_TOOLS } from '#lib/board/readers/user-tools.ts'

export type Progress = {
  /** The user's own words. */
  text: string
  /** How many times the model has called tools in this turn. */
  step: number
  /** The tools of the message's finished calls, by position. */
  answered: ReadonlyMap<number, string>
  /** How many calls the message was parsed into, if some were made. */
  calls: number | null
  /** The tool outputs, in order. */
  results: readonly Result[]
}

/** Readers answer in Markdown; replies of commands and refusals are plain text that may contain user input. */
export type Result = { text: string; isMarkdown: boolean; isDenied: boolean }

/** The end of the offline model's call ids: `2x5`, the third of five. */
const PLACE = /-(\d+)(?:x(\d+))?$/
export const placeOf = (position: number, calls: number) => `${position}x${calls}`

const STATE = /^\s*<session_state>/

export function progressOf(prompt: LanguageModelV4Prompt): Progress {
  const at = prompt.findLastIndex((message) => message.role === 'user' && wordsOf(message) !== '')
  const message = prompt[at]
  const later = prompt.slice(at + 1)
  const found = later.flatMap(resultsOf)
  const places = found.flatMap(({ toolCallId, toolName }) => {
    const [, position, calls] = PLACE.exec(toolCallId) ?? []
    return position === undefined ? [] : [{ position: Number(position), calls, toolName }]
  })
  const calls = places.at(-1)?.calls
  return {
    text: message ? wordsOf(message) : '',
    step: later.filter(callsTools).length,
    answered: new Map(places.map(({ position, toolName }) => [position, toolName])),
    calls: calls === undefined ? null : Number(calls),
    results: found.map(resultOf).filter(({ text }) => text !== ''),
  }
}

function wordsOf(message: LanguageModelV4Message): string {
  if (message.role !== 'user') return ''
  const texts = message.content.flatMap((part) =>
    part.type === 'text' && !STATE.test(part.text) ? [part.text] : [],
  )
  return texts.join('\n')
}

function callsTools(message: LanguageModelV4Message): boolean {
  return message.role === 'assistant' && message.content.some(({ type }) => type === 'tool-call')
}

function resultsOf(message: LanguageModelV4Message): LanguageModelV4ToolResultPart[] {
  if (message.role !== 'tool' && message.role !== 'assistant') return []
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [part] : []))
}

/** Whether the tool answers in Markdown, as readers do; commands and changes of memories answer in plain text. */
function isInMarkdown(tool: string): boolean {
  return isReaderName(tool) || (isUserToolName(tool) && USER_TOOLS[tool].reads)
}

function resultOf({ toolName, output }: LanguageModelV4ToolResultPart): Result {
  const isMarkdown = isInMarkdown(toolName) && output.type === 'text'
  return { text: resultText(output), isMarkdown, isDenied: output.type === 'execution-denied' }
}

/** The text of a tool output of any type. */
export function resultText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return sentenceIn(output.value)
    case 'execution-denied':
      return output.reason ?? 'Denied. Nothing changed.'
    case 'content':
      return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    default:
      return output satisfies never
  }
}

function sentenceIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if ((name === 'reply' || name === 'message' || name === 'text') && typeof inner === 'string')
        return inner
    }
  }
  return value === null ? '' : JSON.stringify(value)
}
