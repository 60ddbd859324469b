/** Cleans text from outside, and helps to word replies. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Removes what the database would cut or alter: NUL, control characters, lone surrogates. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROL, '').replace(/\r\n?/g, '\n')
}

/** One line: cleaned, white space collapsed, trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Text that needs only case folding, as most does. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Folds case and accents to compare names and titles. Marks of other scripts stay, as they make different words. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return cleanLine(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLocaleLowerCase('en')
}

export function shorten(text: string, chars: number): string {
  const points = [...text]
  return points.length <= chars ? text : `${points.slice(0, chars - 1).join('')}…`
}

/** `#3 Book dentist` */
export function nameTask(task: { number: number; title: string }): string {
  return `#${task.number} ${shorten(task.title, 80)}`
}

/** `a, b and c` */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export function countOf(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`
}
