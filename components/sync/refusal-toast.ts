/** A refusal in a toast. One that comes late stays, and gives back what was typed: nobody may be looking. */
import { showToast } from '#components/ui/toasts.ts'
import type { Commands } from '#lib/board/commands/registry.ts'
import type { Refusal } from '#lib/board/model/command.ts'

const LATE_MS = 5_000
/** Fields that hold what somebody wrote. */
const WRITTEN = ['title', 'notes', 'text', 'name', 'blocked_reason', 'value']

export function showRefusal(command: Commands, { message: text }: Refusal, waitedMs: number) {
  const isLasting = waitedMs > LATE_MS
  const words = isLasting ? wordsOf(command) : ''
  const canCopy = words !== '' && 'clipboard' in navigator
  const copy = () => void navigator.clipboard.writeText(words).catch(() => undefined)
  const action = canCopy ? { label: 'Copy what I wrote', run: copy } : undefined
  showToast({ text, tone: 'error', action, isLasting })
}

function wordsOf(command: Commands): string {
  return [command]
    .flat()
    .flatMap(({ input }) => Object.entries(input))
    .flatMap(([field, value]) => (WRITTEN.includes(field) && typeof value === 'string' ? value : []))
    .join('\n')
}
