/** Formats a board for the terminal, without control sequences. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const STATUS = { in_progress: 'in progress', done: 'done' }

/** Removes escape sequences from the text of a model or a board. */
export function printable(text) {
  return text.replace(CONTROL, '')
}

const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** As `absoluteDate` of the server, which a script for any Node version can’t import. */
function dateText(day, now) {
  const parts = Object.fromEntries(DATE.formatToParts(new Date(day)).map(({ type, value }) => [type, value]))
  return Number(parts.year) === now.getFullYear()
    ? `${parts.weekday} ${parts.day} ${parts.month}`
    : `${parts.day} ${parts.month} ${parts.year}`
}

/** The tasks, one a line. What a new task has anyway is left out. */
export function taskList({ tasks }, now = new Date()) {
  const width = Math.max(0, ...tasks.map(({ number }) => `#${number}`.length))
  const lines = tasks.map(({ number, title, status, completion, category, dueDate }) => {
    const facts = [
      status !== 'open' && (STATUS[status] ?? status),
      completion > 0 && completion < 100 && `${completion}%`,
      category !== 'general' && category,
      dueDate && `due ${dateText(dueDate, now)}`,
    ].filter(Boolean)
    const name = `${`#${number}`.padStart(width)} ${printable(title)}`
    return facts.length > 0 ? `${name} - ${facts.map(printable).join(', ')}` : name
  })
  return ['--- Your tasks ---', ...(lines.length > 0 ? lines : ['None yet.']), '------------------\n'].join(
    '\n',
  )
}

/** How many rows of a question are listed; the board shows the rest. */
const MOST_ROWS = 20

/** The messages that a question offers as its answers. */
export function choicesText(choices) {
  const lines = choices.map(({ label }, at) => `  ${at + 1}. ${printable(label)}`)
  return [...lines, 'Type a number, or answer in your own words.'].join('\n')
}

/** What would be done to which tasks, and how to answer. */
export function questionText(asks, boardUrl) {
  const lines = asks.flatMap(({ ask, rows }) => {
    const named = rows.slice(0, MOST_ROWS).map(({ text, effect }) => `  ${printable(text)} (${effect})`)
    const more = rows.length > MOST_ROWS ? [`  and ${rows.length - MOST_ROWS} more`] : []
    return [`${printable(ask)}?`, ...named, ...more]
  })
  return [...lines, `Type yes or no, or answer on the board: ${boardUrl}`].join('\n')
}
