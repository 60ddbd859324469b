import { TextButton } from '#components/ui/text-button.tsx'

type Said = 'wrong' | 'elsewhere' | null

/** The password field and why it is needed. */
export function AskPassword({ to, said, seconds }: { to: string; said: Said; seconds: number }) {
  const problem = problemOf(said, seconds)
  return (
    <main className="grid h-full place-items-center p-6">
      <form method="post" action="/password/enter" className="w-full max-w-[36ch]">
        <h1 className="text-20 font-semibold tracking-tight">Taskboard</h1>
        <p id="why" className="mt-2 text-15 text-muted">
          This server is password-protected. Ask its administrator for the password.
        </p>
        <input type="hidden" name="to" value={to} />
        <label htmlFor="password" className="mt-5 block text-13 font-medium">
          Password
        </label>
        <div className="mt-1.5 flex gap-2">
          <input
            id="password"
            name="password"
            type="password"
            required
            maxLength={500}
            autoComplete="current-password"
            aria-describedby={problem ? 'problem why' : 'why'}
            aria-invalid={said === 'wrong' || undefined}
            // biome-ignore lint/a11y/noAutofocus: the page is this one field
            autoFocus
            className="h-9 min-w-0 flex-1 rounded border border-line-strong bg-raised px-2.5 text-15"
          />
          <TextButton type="submit" tone="accent" className="h-9 px-4">
            Continue
          </TextButton>
        </div>
        {problem && (
          <p id="problem" role="alert" className="mt-3 text-13 text-danger">
            {problem}
          </p>
        )}
      </form>
    </main>
  )
}

function problemOf(said: Said, seconds: number): string | null {
  const wait = seconds > 0 ? `Try again in ${inWords(seconds)}.` : ''
  if (said === 'wrong') return `Wrong password. ${wait || 'Try again.'}`
  if (said === 'elsewhere') return 'That request came from another page. Enter the password here.'
  return wait ? `Too many wrong passwords from your network. ${wait}` : null
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
