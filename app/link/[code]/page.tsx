import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { OpenLink } from '#components/link/device-sign-in.tsx'
import { ErrorPage } from '#components/ui/error-page.tsx'
import { currentVisit, hasEntered } from '#lib/identity/action-gate.ts'
import { clientAddress } from '#lib/identity/connection.ts'
import { findDeviceLink } from '#lib/identity/device-links.ts'
import { listDevices } from '#lib/identity/devices.ts'
import { checkRateLimit } from '#lib/identity/rate-limits.ts'
import { countUsedBoards } from '#lib/session/boards/count-used-boards.ts'

type Props = { params: Promise<{ code: string }> }

export const metadata: Metadata = { title: 'Taskboard', referrer: 'no-referrer' }

/** Asks before it signs in: just loading the page does nothing. */
export default async function Page({ params }: Props) {
  if (!(await hasEntered())) redirect('/password')
  const over = await checkRateLimit('links', { address: clientAddress(await headers()) })
  if (over) return <ErrorPage title="Too many attempts" text={over.message} />
  const { code } = await params
  const owner = await findDeviceLink(code)
  if (!owner) {
    return (
      <ErrorPage
        title="Invalid or expired link"
        text="Links work once and expire after 10 minutes. Create a new one in Settings on a signed-in device."
      />
    )
  }
  const visit = await currentVisit()
  const isSame = visit?.user.id === owner
  const here = visit && !isSame ? await whatIsHere(visit.user.id) : null
  return <OpenLink code={code} isSame={isSame} here={here} />
}

/** The account that this browser would be signed out of. */
async function whatIsHere(userId: string) {
  const [boards, devices] = await Promise.all([countUsedBoards(userId), listDevices(userId, undefined)])
  return { boards, elsewhere: devices.length - 1 }
}
