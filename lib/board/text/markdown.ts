/** What people typed stays text: no cell of a table ends early and no markup begins. */
export function cell(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '))
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]{}<>|~]/g, '\\$&')
}

/** A line of a document: what marks a heading, a quote or a list only at its beginning is escaped there too. */
export function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' ').trim())
    .replace(/&(?=[#\w])|!(?=\\\[)|#$/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
}
