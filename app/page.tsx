import { redirect } from 'next/navigation'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { lastOpened } from '#lib/session/boards/sessions.ts'

/** Redirects to the most recent board; unknown callers and those without a board go to /start. Writes nothing. */
export default async function Page() {
  const visit = await currentVisit()
  const sessionId = visit ? await lastOpened(visit.user.id) : null
  redirect(sessionId ? `/boards/${sessionId}` : '/start')
}
