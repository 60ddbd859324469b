'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import * as actions from '#app/settings/actions.ts'
import { type DateFormat, sinceInWords } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { showToast } from '#components/ui/toasts.ts'
import { useCall } from '#components/ui/use-action.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { Device } from '#lib/board/wire/settings.ts'
import { DeviceLinkMaker } from './device-link.tsx'
import { Section } from './section.tsx'

/** The signed-in devices, and how to sign in on another. */
export function Devices({ devices, look }: { devices: readonly Device[]; look: DateFormat }) {
  const router = useRouter()
  const [isBusy, call] = useCall()
  const [leaving, setLeaving] = useState<Device | null>(null)
  const others = devices.filter((device) => !device.isThis)

  const signOut = async (device: Device) => {
    const outcome = await call(() => actions.signOutDevice(device.id))
    if (!outcome.ok) showToast({ text: outcome.message, tone: 'error' })
    else if (device.isThis) location.assign('/')
    else showToast({ text: `Signed out ${wordsOf(device)}.` })
  }
  const signOutOthers = async () => {
    const outcome = await call(actions.signOutOthers)
    if (outcome.ok) showToast({ text: `Signed out ${countOf(outcome.signedOut, 'device')}.` })
    else showToast({ text: outcome.message, tone: 'error' })
  }
  return (
    <Section title="Devices" hint="Browsers that are signed in to your boards.">
      <ul className="divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-14">{wordsOf(device)}</p>
              <p className="text-12 text-muted">
                {device.isThis ? 'This device' : <LastUsed {...device} look={look} />}
              </p>
            </div>
            {(!device.isThis || others.length > 0) && (
              <TextButton
                disabled={isBusy}
                aria-label={`Sign out ${device.isThis ? 'this device' : wordsOf(device)}`}
                onClick={() => (device.isThis ? setLeaving(device) : void signOut(device))}
              >
                Sign out
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <p>
          <TextButton disabled={isBusy} onClick={() => void signOutOthers()}>
            Sign out all others
          </TextButton>
        </p>
      )}
      <DeviceLinkMaker onDone={() => router.refresh()} look={look} />
      {leaving && (
        <Dialog title="Sign out this device?" onClose={() => setLeaving(null)}>
          {(close) => (
            <div className="p-4">
              <p className="text-14">
                Your boards stay on your other {others.length === 1 ? 'device' : 'devices'}. To sign in here
                again, create a link there.
              </p>
              <div className="mt-5 flex justify-end gap-2">
                <TextButton onClick={close}>Cancel</TextButton>
                <TextButton tone="accent" disabled={isBusy} onClick={() => void signOut(leaving)}>
                  Sign out
                </TextButton>
              </div>
            </div>
          )}
        </Dialog>
      )}
    </Section>
  )
}

function wordsOf({ words }: Device): string {
  return words || 'Unknown device'
}

function LastUsed({ lastUsedAt, look }: { lastUsedAt: number; look: DateFormat }) {
  const now = useMinute()
  if (now === null) return ''
  return `Last used ${sinceInWords(lastUsedAt, now, look)}`
}
