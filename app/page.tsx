import { redirect } from 'next/navigation'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { lastOpened } from '#lib/session/boards/sessions.ts'

/** To the board used last; whoever has none, or is not known, goes to /start. Nothing is written here. */
export default async function Page() {
  const visit = await currentVisit()
  const sessionId = visit ? await lastOpened(visit.user.id) : null
  redirect(sessionId ? `/boards/${sessionId}` : '/start')
}
