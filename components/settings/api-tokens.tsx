'use client'

import { useState } from 'react'
import { makeToken, revokeToken } from '#app/settings/actions.ts'
import { CopyField } from '#components/ui/copy-field.tsx'
import { type DateFormat, sinceInWords } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { TextForm } from '#components/ui/text-form.tsx'
import { showToast } from '#components/ui/toasts.ts'
import { useCall } from '#components/ui/use-action.ts'
import type { PersonalToken } from '#lib/board/wire/settings.ts'
import { LIMITS } from '#lib/limits.ts'
import { Section } from './section.tsx'

/** API tokens. A token is shown only once. */
export function Tokens({ tokens, look }: { tokens: readonly PersonalToken[]; look: DateFormat }) {
  const [isBusy, call] = useCall()
  const [shown, setShown] = useState<{ id: string; token: string } | null>(null)

  const make = async (name: string) => {
    const outcome = await call(() => makeToken(name))
    if (!outcome.ok) return outcome.message
    setShown(outcome)
    return null
  }
  const revoke = async ({ id, name }: PersonalToken) => {
    const outcome = await call(() => revokeToken(id))
    if (shown?.id === id) setShown(null)
    if (outcome.ok) showToast({ text: `Revoked “${name}”.` })
    else showToast({ text: outcome.message, tone: 'error' })
  }
  return (
    <Section title="API tokens" hint="Let scripts and apps read and change your boards.">
      {tokens.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <li key={token.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate text-14">{token.name}</p>
                <p className="text-12 text-muted">
                  <Times token={token} look={look} />
                </p>
              </div>
              <TextButton
                disabled={isBusy}
                aria-label={`Revoke ${token.name}`}
                onClick={() => void revoke(token)}
              >
                Revoke
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <div className="grid gap-2 rounded-md border border-line p-4">
          <p className="text-13">Copy your token now. You won’t see it again.</p>
          <CopyField label="New token" value={shown.token} />
          <p>
            <TextButton onClick={() => setShown(null)}>Done</TextButton>
          </p>
        </div>
      )}
      <TextForm
        aria-label="Token name"
        placeholder="e.g. Backup script"
        maxLength={LIMITS.tokenNameChars}
        button={{ children: 'Create token' }}
        send={make}
      />
    </Section>
  )
}

function Times({ token: { createdAt, lastUsedAt }, look }: { token: PersonalToken; look: DateFormat }) {
  const now = useMinute()
  if (now === null) return ''
  const used = lastUsedAt === null ? 'never used' : `last used ${sinceInWords(lastUsedAt, now, look)}`
  return `Created ${sinceInWords(createdAt, now, look)}, ${used}`
}
