'use server'

import { revalidatePath } from 'next/cache'
import { cookies, headers } from 'next/headers'
import { z } from 'zod'
import * as model from '#lib/agent/models/check-model.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { keepBrowser, saveSettings as save } from '#lib/identity/account.ts'
import { action, cookieToken } from '#lib/identity/action-gate.ts'
import { clearCookies } from '#lib/identity/browser.ts'
import { makeDeviceLink as makeLink, qrCode } from '#lib/identity/device-links.ts'
import * as devices from '#lib/identity/devices.ts'
import { settingsPatchSchema } from '#lib/identity/settings.ts'
import * as tokens from '#lib/identity/tokens.ts'
import { LIMITS } from '#lib/limits.ts'
import * as cleanUp from '#lib/session/maintenance/delete-unused.ts'

/** Pages cached by the browser would show old data: invalidates all. */
function changed<Result extends { ok: boolean }>(result: Result): Result {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

/** Changes only the given fields. The second argument is this browser's zone, used if the user hasn’t set one. */
export const saveSettings = action(
  'commands',
  [settingsPatchSchema, z.string().max(64)],
  async (user, patch, timeZone) => {
    const saved = await save(user.id, patch)
    if (patch.timeZone === null) await keepBrowser(user.id, { timeZone })
    return changed(saved)
  },
)

export const checkModel = action('checks', [], () => model.checkModel())

/** The boards that a clean-up after this many days would delete now. */
export const previewCleanUp = action('reads', [z.int().min(1).max(LIMITS.cleanUpDays)], (user, days) =>
  cleanUp.previewCleanUp(user.id, days),
)

/** The token is shown only once. */
export const makeToken = action('commands', [z.string().max(LIMITS.tokenNameChars * 4)], async (user, name) =>
  changed(await tokens.makeToken(user.id, name)),
)

export const revokeToken = action('commands', [idSchema], async (user, id) =>
  changed(await tokens.revokeToken(user.id, id)),
)

export const makeDeviceLink = action('commands', [], async (user) => {
  // The gate has checked that it is this server; it is the address that this browser uses.
  const origin = (await headers()).get('origin')
  const { code, expiresAt } = await makeLink(user.id)
  const url = `${origin}/link/${code}`
  return { ok: true as const, url, expiresAt, qr: qrCode(url) }
})

export const signOutDevice = action('commands', [idSchema], async (user, id) => {
  const token = await cookieToken()
  const isThis = (await devices.listDevices(user.id, token)).some(
    (device) => device.id === id && device.isThis,
  )
  const outcome = await devices.signOutDevice(user.id, id)
  // The next person at this browser needs the server's password too.
  if (outcome.ok && isThis) clearCookies(await cookies())
  return isThis ? outcome : changed(outcome)
})

export const signOutOthers = action('commands', [], async (user) =>
  changed(await devices.signOutOthers(user.id, (await cookieToken()) ?? '')),
)
