/** Escapes text for a table cell: it can’t end the cell or begin markup. */
export function cell(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '))
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]{}<>|~]/g, '\\$&')
}

/** Escapes a line of a document, including marks of headings, quotes and lists at its beginning. */
export function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' ').trim())
    .replace(/&(?=[#\w])|!(?=\\\[)|#$/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
}
