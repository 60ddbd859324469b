import type { Metadata, Route, Viewport } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { PREFERENCE_SCRIPT } from '#components/browser/preference-names.ts'
import { buildId } from '#lib/build-id.ts'
import { hasEntered } from '#lib/identity/action-gate.ts'
import { canonicalOrigin } from '#lib/identity/hosts.ts'
import './globals.css'

export const metadata: Metadata = {
  title: 'Taskboard',
  description: 'A task board you talk to.',
  robots: { index: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfbf9' },
    { media: '(prefers-color-scheme: dark)', color: '#171715' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const sent = await headers()
  // Here and not in the proxy: Next turns a proxy's redirect from 127.0.0.1 to localhost into a relative one.
  const canonical = canonicalOrigin(sent.get('host'))
  if (canonical) redirect(`${canonical}${sent.get('x-path') ?? '/'}` as Route)
  await askPassword(sent.get('x-path'))
  const nonce = sent.get('x-nonce') ?? undefined
  return (
    // The script sets attributes on the root before React sees it.
    <html lang="en" data-build={buildId()} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and it must run before the first paint
          dangerouslySetInnerHTML={{ __html: PREFERENCE_SCRIPT }}
        />
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Redirects people to the password page and back. The data itself is protected by `hasEntered`. */
async function askPassword(path: string | null): Promise<void> {
  if (path === null || path.split('?')[0] === '/password' || (await hasEntered())) return
  redirect(`/password?to=${encodeURIComponent(path)}` as Route)
}
