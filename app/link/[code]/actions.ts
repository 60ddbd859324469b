'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { anonymousAction, cookieToken } from '#lib/identity/action-gate.ts'
import { setCookie } from '#lib/identity/browser.ts'
import { redeemDeviceLink } from '#lib/identity/device-links.ts'
import { deviceOf } from '#lib/identity/devices.ts'

/** Signs in to the link's account. Loading the page doesn’t: link previews load pages. */
export const openHere = anonymousAction('links', [z.string().max(100)], async (sent, code) => {
  const replaces = await cookieToken()
  const opened = await redeemDeviceLink({ code, device: deviceOf(sent), replaces })
  if (!opened.ok) return opened
  // The gate has checked that the Origin is this server; its scheme is the one that this browser uses.
  if (opened.token)
    setCookie(await cookies(), opened.token, sent.get('origin')?.startsWith('https:') ?? false)
  return { ok: true as const }
})
