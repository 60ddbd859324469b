/** Markdown as a terminal shows it, printed while it arrives. */
import { styleText } from 'node:util'
import { printable } from './text.ts'

type Look = 'bold' | 'italic' | 'cyan' | 'dim'

/** A start of a line that can be shown at once: a paragraph without markup so far. */
const PLAIN = /^(?![#>|+\-*\s\d])[^`*_[\]\\|]*$/
const NO_MARKUP = /^[^`*_[\]\\|]*$/
const INLINE = new RegExp(
  [
    '`(?<code>[^`]+)`',
    '\\*\\*(?<bold>.+?)\\*\\*',
    '(?<!\\w)__(?<strong>.+?)__(?!\\w)',
    '\\[(?<label>[^\\]]*)\\]\\((?<url>[^)\\s]+)\\)',
    '(?<![\\w*])\\*(?<italic>[^*\\s](?:[^*]*[^*\\s])?)\\*(?![\\w*])',
    '(?<!\\w)_(?<slanted>[^_\\s](?:[^_]*[^_\\s])?)_(?!\\w)',
    '\\\\(?<escaped>[\\\\`*_{}[\\]()#+.!|>~-])',
  ].join('|'),
  'g',
)

/** `write` gets the text; `colors`: whether it may have styles. */
export function markdownPrinter(write: (text: string) => void, colors: boolean) {
  const style = (look: Look, text: string) =>
    colors ? styleText(look, text, { validateStream: false }) : text
  let pending = ''
  let isBegun = false
  let isCode = false
  let table: string[] = []

  function inline(text: string): string {
    return text.replace(INLINE, (...found) => {
      const { code, bold, strong, label, url, italic, slanted, escaped } = found.at(-1)
      if (code !== undefined) return style('cyan', code)
      if (url !== undefined) return label === url || label === '' ? url : `${inline(label)} (${url})`
      const heavy = bold ?? strong
      return heavy === undefined
        ? (escaped ?? style('italic', italic ?? slanted))
        : style('bold', inline(heavy))
    })
  }

  function block(line: string): string | null {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode
      return null
    }
    if (isCode) return style('cyan', `    ${line}`)
    const heading = /^#{1,6} +(.*?)(?: +#+)?$/.exec(line)
    if (heading) return style('bold', inline(heading[1] ?? ''))
    if (/^ *(?:[-*_] *){3,}$/.test(line)) return '─'.repeat(20)
    const [, start = '', rest = line] = /^(\s*(?:[-*+] |> ?))(.*)$/.exec(line) ?? []
    return start.replace(/[-*+] /, '• ').replace('>', '│') + inline(rest)
  }

  function printTable(): void {
    if (table.length === 0) return
    const rows = table.filter((row) => !/^[\s|:-]+$/.test(row)).map(cellsOf)
    table = []
    const plain = rows.map((row) => row.map((cell) => markdownToText(cell)))
    const widths = (plain[0] ?? []).map((_, at) => Math.max(...plain.map((row) => widthOf(row[at] ?? ''))))
    for (const [at, row] of plain.entries()) {
      const cells = widths.map((width, column) => (row[column] ?? '').padEnd(width + lost(row[column] ?? '')))
      const line = cells.join('  ').trimEnd()
      write(`${at === 0 ? style('bold', line) : line}\n`)
      if (at === 0) write(`${widths.map((width) => '─'.repeat(width)).join('  ')}\n`)
    }
  }

  function line(text: string): void {
    if (!isBegun && !isCode && /^\s*\|.*\|\s*$/.test(text)) {
      table.push(text)
      return
    }
    printTable()
    const shown = isBegun ? inline(text) : block(text)
    isBegun = false
    if (shown !== null) write(`${shown}\n`)
  }

  return {
    push(text: string): void {
      const lines = (pending + printable(text)).split('\n')
      pending = lines.pop() ?? ''
      for (const whole of lines) line(whole)
      const isSafe = isBegun ? NO_MARKUP.test(pending) : !isCode && PLAIN.test(pending)
      if (pending === '' || !isSafe) return
      printTable()
      write(pending)
      isBegun = true
      pending = ''
    },
    /** The text is complete: what waited for the rest of its line is printed, and the line is ended. */
    end(): void {
      if (pending !== '' || isBegun) line(pending)
      printTable()
      pending = ''
      isCode = false
    },
  }
}

function markdownToText(text: string): string {
  let out = ''
  const printer = markdownPrinter((written) => {
    out += written
  }, false)
  // As the middle of a line: `#1` at the start of a cell is no heading.
  printer.push(`x ${text}`)
  printer.end()
  return out.slice(2).trimEnd()
}

const cellsOf = (row: string) =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const segments = new Intl.Segmenter()
const widthOf = (text: string) => [...segments.segment(text)].length
/** `padEnd` counts UTF-16 units. */
const lost = (text: string) => text.length - widthOf(text)
