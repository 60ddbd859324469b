/** What people typed stays text in a table: no cell ends early and no markup begins. */
export function cell(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '))
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]{}<>|~]/g, '\\$&')
}
