/** Which texts are parsed as Markdown: hostile texts make parsers take quadratic time or overflow the stack. */
import { MARKDOWN_LIMITS } from '#lib/limits.ts'

/** The parts of a string that the scan uses. */
export type Characters = Pick<string, 'length' | 'charCodeAt'>

const LINE_END = codesOf('\n\r')
const SPACE = codesOf(' \t\n\r')
/** Opening or closing marks: the parser looks back for the other end. */
const MARK = codesOf('[]*_~`<>')
/** The characters of white space, quotes and list items at the beginning of a line. */
const INDENT = codesOf(' \t>-+*.)0123456789')
const [TAB, PIPE] = ['\t', '|'].map((character) => character.charCodeAt(0))

/**
 * One pass, each character read once. A parser looks back over at most a word or a block between two empty lines,
 * so both count squared; quotes and lists are at most as deep as a line's indent; a table has at most as many
 * cells as its block has lines times columns.
 */
export function isBoundedMarkdown(text: Characters): boolean {
  if (text.length > MARKDOWN_LIMITS.chars) return false
  const sums = { lines: 0, lookedBack: 0, markers: 0, cells: 0 }
  let block = { weight: 0, lines: 0, columns: 0 }
  let line = { indent: 0, columns: 1, isEmpty: true, isIndent: true }
  let word = 0
  const endLine = () => {
    sums.lines += 1
    block.lines += 1
    block.columns = Math.max(block.columns, line.columns)
    if (line.isEmpty) endBlock()
    line = { indent: 0, columns: 1, isEmpty: true, isIndent: true }
  }
  const endBlock = () => {
    sums.lookedBack += block.weight ** 2
    sums.cells += block.lines * block.columns
    block = { weight: 0, lines: 0, columns: 0 }
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isWord(code)) block.weight += MARK.has(code) ? 2 : 1
    if (SPACE.has(code)) {
      sums.lookedBack += word ** 2
      word = 0
    } else {
      word += 1
      line.isEmpty = false
    }
    if (code === PIPE) line.columns += 1
    line.isIndent &&= INDENT.has(code)
    if (line.isIndent) line.indent += code === TAB ? 4 : 1
    if (line.isIndent && !SPACE.has(code)) sums.markers += 1
    if (line.indent > MARKDOWN_LIMITS.indent) return false
    if (LINE_END.has(code)) endLine()
  }
  endLine()
  endBlock()
  return (
    sums.lookedBack + word ** 2 <= MARKDOWN_LIMITS.lookedBack ** 2 &&
    sums.markers <= MARKDOWN_LIMITS.markers &&
    sums.cells <= MARKDOWN_LIMITS.cells &&
    sums.lines <= MARKDOWN_LIMITS.lines
  )
}

/** Letters, digits, and all that isn't ASCII. */
function isWord(code: number): boolean {
  return code > 127 || (code > 47 && code < 58) || ((code | 32) > 96 && (code | 32) < 123)
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)))
}
