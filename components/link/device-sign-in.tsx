'use client'

import { startTransition, useActionState } from 'react'
import { openHere } from '#app/link/[code]/actions.ts'
import { call } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { countOf } from '#lib/board/text/text.ts'

/** The current account of this browser: boards in use, and its other devices. */
export type Here = { boards: number; elsewhere: number }

export function OpenLink({
  code,
  isSame,
  here,
}: {
  code: string
  /** This browser is already signed in to the account. */
  isSame: boolean
  here: Here | null
}) {
  const [answer, open, isBusy] = useActionState(async () => {
    const outcome = await call(() => openHere(code))
    // A full page load, so that nothing of the previous account remains.
    if (outcome.ok) location.replace('/')
    return outcome
  }, null)
  const keeps = here !== null && here.boards > 0
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="max-w-[46ch]">
        <p className="text-13 font-semibold tracking-tight text-accent">Taskboard</p>
        <h1 className="mt-2 text-20 font-semibold tracking-tight">
          {isSame ? 'You’re already signed in' : 'Sign in on this device?'}
        </h1>
        <p className="mt-2 text-15 text-muted">
          {isSame
            ? 'This browser already uses this account. The link still works once, on another device.'
            : 'You’ll be signed in to the account that created this link. Continue only if the link is yours.'}
        </p>
        {keeps && <Warning {...here} />}
        {answer?.ok === false && (
          <p role="alert" className="mt-4 text-13 text-danger">
            {answer.message}
          </p>
        )}
        <p className="mt-5 flex flex-wrap items-center gap-2">
          {!isSame && (
            <TextButton
              tone={keeps ? 'plain' : 'accent'}
              disabled={isBusy || answer?.ok}
              onClick={() => startTransition(open)}
            >
              {keeps ? 'Switch accounts' : 'Sign in'}
            </TextButton>
          )}
          <TextButton tone={keeps || isSame ? 'accent' : 'plain'} onClick={() => location.assign('/')}>
            {isSame ? 'Go to your boards' : keeps ? 'Stay in this account' : 'Not now'}
          </TextButton>
        </p>
      </div>
    </main>
  )
}

function Warning({ boards, elsewhere }: Here) {
  return (
    <p className="mt-4 rounded-md border border-line-strong bg-sunk p-3 text-14">
      This browser has {countOf(boards, 'board')} in another account.{' '}
      {elsewhere > 0
        ? `You’ll only see ${boards === 1 ? 'it' : 'them'} on your other devices.`
        : 'No other device is signed in to that account, so you’d lose access for good. Export what you want to keep first.'}
    </p>
  )
}
