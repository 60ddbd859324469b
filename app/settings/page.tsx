import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Settings } from '#components/settings/settings.tsx'
import { CONNECT_HINT, modelInfo } from '#lib/agent/models/choose-model.ts'
import { env } from '#lib/env.ts'
import { cookieToken, currentVisit } from '#lib/identity/action-gate.ts'
import { listDevices } from '#lib/identity/devices.ts'
import { screenPerson, settingsValues } from '#lib/identity/settings.ts'
import { listTokens } from '#lib/identity/tokens.ts'
import { lastOpened } from '#lib/session/boards/sessions.ts'

export const metadata: Metadata = { title: 'Settings · Taskboard' }

/** Unknown callers have no settings: they get a board at `/` first. */
export default async function Page() {
  const visit = await currentVisit()
  if (!visit) redirect('/')
  const { user } = visit
  const [devices, tokens, boardId] = await Promise.all([
    cookieToken().then((token) => listDevices(user.id, token)),
    listTokens(user.id),
    lastOpened(user.id),
  ])
  const model = modelInfo()
  return (
    <Settings
      page={{
        values: settingsValues(user),
        person: screenPerson(user),
        model,
        connectHint: model.kind === 'offline' ? CONNECT_HINT : null,
        mayBeInstant: env().INSTANT_COMMANDS === 'on',
        devices,
        tokens,
        boardId,
      }}
    />
  )
}
