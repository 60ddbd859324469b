/** What the terminal shows of a board, without control sequences of others. */
import type { Approval, RunEnd, State } from '#client/taskboard.ts'
import { absoluteDate } from '#lib/board/model/dates.ts'
import type { ToolPart } from '#lib/board/wire/events.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const STATUS: Record<string, string> = { in_progress: 'in progress', done: 'done' }

/** Removes escape sequences from the text of a model or a board. */
export function printable(text: string): string {
  return text.replace(CONTROL, '')
}

/** The tasks, one a line. What a new task has anyway is left out. */
export function taskList({ tasks }: Pick<State, 'tasks'>, now = Date.now()): string {
  const width = Math.max(0, ...tasks.map(({ number }) => `#${number}`.length))
  const lines = tasks.map(({ number, title, status, completion, category, dueDate }) => {
    const facts = [
      status !== 'open' && (STATUS[status] ?? status),
      completion > 0 && completion < 100 && `${completion}%`,
      category !== 'general' && category,
      dueDate && `due ${absoluteDate(dueDate, now)}`,
    ].filter((fact) => fact !== false && fact !== null)
    const name = `${`#${number}`.padStart(width)} ${printable(title)}`
    return facts.length > 0 ? `${name} - ${facts.map(printable).join(', ')}` : name
  })
  const shown = lines.length > 0 ? lines : ['None yet.']
  return ['--- Your tasks ---', ...shown, '------------------\n'].join('\n')
}

/** How many characters of a call’s arguments are shown. */
const CALL_CHARS = 160

/** A tool call with its arguments; what was left out isn’t shown. */
export function callText({ name, input }: Pick<ToolPart, 'name' | 'input'>): string {
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const said = given.filter(([, value]) => value !== null)
  const args = said.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')
  const shown = args.length > CALL_CHARS ? `${args.slice(0, CALL_CHARS)}…` : args
  return printable(`→ ${name}(${shown})`)
}

/** How many rows of a question are listed; the board shows the rest. */
const MOST_ROWS = 20

/** The messages that a question offers as its answers. */
export function choicesText(choices: readonly Pick<RunEnd['choices'][number], 'label'>[]): string {
  const lines = choices.map(({ label }, at) => `  ${at + 1}. ${printable(label)}`)
  return [...lines, 'Type a number, or answer in your own words.'].join('\n')
}

type Ask = { ask: string; rows: readonly Pick<Approval['rows'][number], 'text' | 'effect'>[] }

/** What would be done to which tasks, and how to answer; `boardUrl` is where it can be answered too. */
export function questionText(asks: readonly Ask[], boardUrl: string | null): string {
  const lines = asks.flatMap(({ ask, rows }) => {
    const named = rows.slice(0, MOST_ROWS).map(({ text, effect }) => `  ${printable(text)} (${effect})`)
    const more = rows.length > MOST_ROWS ? [`  and ${rows.length - MOST_ROWS} more`] : []
    return [`${printable(ask)}?`, ...named, ...more]
  })
  const where = boardUrl ? `, or answer on the board: ${boardUrl}` : '.'
  return [...lines, `Type yes or no${where}`].join('\n')
}
