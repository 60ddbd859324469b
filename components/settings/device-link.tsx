'use client'

/** "Sign in on another device": the link and its QR code, while they are valid. */
import { useState, useSyncExternalStore } from 'react'
import { makeDeviceLink } from '#app/settings/actions.ts'
import { CopyField } from '#components/ui/copy-field.tsx'
import { clockInWords, type DateFormat } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { useCall } from '#components/ui/use-action.ts'
import type { DeviceLink, QrCode } from '#lib/board/wire/settings.ts'

const noSubscription = () => () => undefined

export function DeviceLinkMaker({ onDone, look }: { onDone(): void; look: DateFormat }) {
  const [link, setLink] = useState<DeviceLink | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, call] = useCall()
  const create = async () => {
    const outcome = await call(makeDeviceLink)
    setLink(outcome.ok ? outcome : null)
    setProblem(outcome.ok ? '' : outcome.message)
  }
  const done = () => {
    setLink(null)
    onDone()
  }
  return (
    <div>
      <h3 className="text-13 font-medium">Sign in on another device</h3>
      <p className="mt-0.5 max-w-[60ch] text-13 text-muted">
        Create a link to sign in there. It works once and expires in 10 minutes. Anyone with the link can sign
        in, so don’t share it.
      </p>
      {link ? (
        <Shown key={link.url} link={link} look={look} isBusy={isBusy} onAgain={create} onDone={done} />
      ) : (
        <TextButton className="mt-2" disabled={isBusy} onClick={() => void create()}>
          Create link
        </TextButton>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-13 text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function Shown({
  link,
  look,
  isBusy,
  onAgain,
  onDone,
}: {
  link: DeviceLink
  look: DateFormat
  isBusy: boolean
  onAgain(): void
  onDone(): void
}) {
  const now = useMinute()
  const isLocal = useSyncExternalStore(
    noSubscription,
    () => location.hostname === 'localhost',
    () => false,
  )
  const isOver = now !== null && now >= link.expiresAt
  if (isOver) {
    return (
      <p className="mt-2 flex items-center gap-3 text-13">
        This link has expired.
        <TextButton disabled={isBusy} onClick={onAgain}>
          Create a new link
        </TextButton>
      </p>
    )
  }
  return (
    <div className="mt-3 grid max-w-lg gap-4 rounded-md border border-line p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Picture qr={link.qr} />
      <div className="grid min-w-0 content-start gap-3">
        <CopyField label="Sign-in link" value={link.url} />
        <p className="text-13 text-muted">
          Scan or open it by {clockInWords(link.expiresAt, look)}. You won’t see it again.
        </p>
        {isLocal && (
          <p className="text-13">
            “localhost” only works on this computer. For a phone, start Taskboard with HOST=0.0.0.0, add this
            computer’s address to ALLOWED_HOSTS, and open Taskboard at that address before creating the link.
          </p>
        )}
        <p>
          <TextButton onClick={onDone}>Done</TextButton>
        </p>
      </div>
    </div>
  )
}

/** Dark on light in every theme, as cameras need it. */
function Picture({ qr }: { qr: QrCode }) {
  return (
    <svg
      role="img"
      aria-label="The link as a QR code"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded"
    >
      <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
