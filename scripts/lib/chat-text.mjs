/** What the terminal shows of a board, and nothing that could command the terminal itself. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const STATUS = { open: 'open', in_progress: 'in progress', done: 'done' }

/** Text of a model or a board: no escape sequence of it reaches the terminal. */
export function printable(text) {
  return text.replace(CONTROL, '')
}

/** The tasks as they are, one a line. */
export function taskList({ tasks }) {
  const width = Math.max(0, ...tasks.map(({ number }) => `#${number}`.length))
  const lines = tasks.map(({ number, title, status, completion, category, dueDate }) => {
    const facts = [`${completion}%`, STATUS[status] ?? status, category, dueDate && `due ${dueDate}`]
    return `${`#${number}`.padStart(width)} ${printable(title)} - ${facts.filter(Boolean).map(printable).join(', ')}`
  })
  return ['--- Your tasks ---', ...(lines.length > 0 ? lines : ['None yet.']), '------------------\n'].join(
    '\n',
  )
}

/** So many rows of a question are named; the board has the rest. */
const MOST_ROWS = 20

/** What would be done to which tasks, and how to answer. */
export function questionText(asks, boardUrl) {
  const lines = asks.flatMap(({ ask, rows }) => {
    const named = rows.slice(0, MOST_ROWS).map(({ text, effect }) => `  ${printable(text)} (${effect})`)
    const more = rows.length > MOST_ROWS ? [`  and ${rows.length - MOST_ROWS} more`] : []
    return [`${printable(ask)}?`, ...named, ...more]
  })
  return [...lines, `Type yes or no, or answer on the board: ${boardUrl}`].join('\n')
}
