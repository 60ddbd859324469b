'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { anonymousAction, cookieToken } from '#lib/identity/action-gate.ts'
import { setCookie } from '#lib/identity/browser.ts'
import { redeemDeviceLink } from '#lib/identity/device-links.ts'
import { deviceOf } from '#lib/identity/devices.ts'

/** Opens the link's account in this browser. Looking at the page does not: previews of links look at pages. */
export const openHere = anonymousAction('links', [z.string().max(100)], async (sent, code) => {
  const replaces = await cookieToken()
  const opened = await redeemDeviceLink({ code, device: deviceOf(sent), replaces })
  if (!opened.ok) return opened
  // The gate has held the Origin against our own host; its scheme is the one this browser sees.
  if (opened.token)
    setCookie(await cookies(), opened.token, sent.get('origin')?.startsWith('https:') ?? false)
  return { ok: true as const }
})
