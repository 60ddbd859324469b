import type { Refusal } from '#lib/board/model/command.ts'
import { reloadOnUnknownAction } from './reload-on-deploy.ts'
import { showToast } from './toasts.ts'

const SILENT: Refusal = {
  ok: false,
  code: 'failed',
  message: 'The server isn’t responding. Try again.',
}

/** Calls an action; a server that doesn't respond gives a refusal too. */
export async function call<T extends { ok: true }>(action: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await action()
  } catch (error) {
    reloadOnUnknownAction(error)
    return SILENT
  }
}

/** The same; shows a refusal in a toast and returns `null`. */
export async function callOrToast<T extends { ok: true }>(
  action: () => Promise<T | Refusal>,
): Promise<T | null> {
  const answer = await call(action)
  if (answer.ok) return answer
  showToast({ text: answer.message, tone: 'error' })
  return null
}
