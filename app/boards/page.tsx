import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AllBoards } from '#components/shell/all-boards.tsx'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { readBoards } from '#lib/session/boards/sessions.ts'

export const metadata: Metadata = { title: 'Your boards · Taskboard' }

/** Lists the boards, for when one can't be shown. New callers get a board at `/` first. */
export default async function Page() {
  const visit = await currentVisit()
  if (!visit) redirect('/')
  const { boards } = await readBoards(visit.user.id)
  return <AllBoards boards={boards} />
}
