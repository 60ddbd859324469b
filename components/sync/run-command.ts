/** Runs a command and reports the result: announced, or in a toast. */
import { announce, showToast } from '#components/ui/toasts.ts'
import { toastUnsavedText } from '#components/ui/unsaved-text-toast.ts'
import type { Commands } from '#lib/board/commands/registry.ts'
import { fullReply, type Outcome, type Refusal } from '#lib/board/model/command.ts'
import { shorten } from '#lib/board/text/text.ts'

type Accepted = Extract<Outcome, { ok: true }>

/** How success is reported: announced, in a toast, in a toast with Undo, or by the caller. */
export type Tell = 'aloud' | 'toast' | 'undo' | 'nothing'

export type RunOptions = {
  /** Default: announced. */
  tell?: Tell
  /** What the user wrote: a refusal shows it, so that it isn't lost. */
  words?: string
  /** An action for the text if its row was deleted. */
  again?: { label: string; command: Commands }
}

const TOAST_CHARS = 200
const SPOKEN_CHARS = 400
const LATE_MS = 5_000
/** Fields that hold what the user wrote. */
const WRITTEN = ['title', 'notes', 'text', 'name', 'blocked_reason', 'value']

export function createRunner(submit: (command: Commands) => Promise<Outcome>) {
  async function run(command: Commands, { tell, words, again }: RunOptions = {}): Promise<Outcome> {
    const began = Date.now()
    const outcome = await submit(command)
    if (outcome.ok) report(outcome, tell)
    else if (words === undefined) toastRefusal(command, outcome, Date.now() - began)
    else toastUnsaved(outcome, words, again)
    return outcome
  }

  function report(outcome: Accepted, tell: Tell = 'aloud') {
    const { revision } = outcome
    if (tell === 'aloud') announce(shorten(fullReply(outcome), SPOKEN_CHARS))
    if (tell === 'toast') showToast({ text: inToast(outcome), about: 'undo' })
    if (tell !== 'undo') return
    const undo = () => void run({ name: 'undo', input: { revision: revision ?? 0 } }, { tell: 'toast' })
    showToast({
      text: inToast(outcome),
      action: revision === null ? undefined : { label: 'Undo', run: undo },
    })
  }

  function toastUnsaved({ code, message }: Refusal, words: string, again: RunOptions['again']) {
    const isGone = code === 'not_found' || code === 'removed'
    const retry = isGone && again && { label: again.label, run: () => void run(again.command, { words }) }
    if (isGone || code === 'failed') toastUnsavedText(message, words, retry || undefined)
    else showToast({ text: message, tone: 'error' })
  }
  return { run, report }
}

/** A late refusal stays, and offers to copy the typed text: the user may have looked away. */
export function toastRefusal(command: Commands, { message: text }: Refusal, waitedMs: number) {
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

/** Shortens the reply, but not what couldn't be done. */
function inToast({ reply, left = '' }: Accepted): string {
  return fullReply({ reply: shorten(reply, TOAST_CHARS), left: shorten(left, TOAST_CHARS) })
}
