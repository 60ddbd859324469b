import type { Metadata, Route } from 'next'
import { redirect } from 'next/navigation'
import { AskPassword } from '#components/password/password-form.tsx'
import { hasEntered } from '#lib/identity/action-gate.ts'
import { ownPath } from '#lib/identity/password.ts'

export const metadata: Metadata = { title: 'Password · Taskboard' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Shown before anything else if the server has a password. Works without JavaScript. */
export default async function Page({ searchParams }: Props) {
  const { to, said, wait } = await searchParams
  const path = ownPath(typeof to === 'string' ? to : null)
  if (await hasEntered()) redirect(path as Route)
  const seconds = Number(wait)
  return (
    <AskPassword
      to={path}
      said={said === 'wrong' || said === 'elsewhere' ? said : null}
      seconds={Number.isSafeInteger(seconds) && seconds > 0 && seconds <= 86_400 ? seconds : 0}
    />
  )
}
