'use server'

import { revalidatePath } from 'next/cache'
import { cookies, headers } from 'next/headers'
import { z } from 'zod'
import * as model from '#lib/agent/models/check-model.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import type { DeviceLink, ModelCheck, SettingsValues, UnusedBoard } from '#lib/board/wire/settings.ts'
import { keepBrowser, saveSettings as save } from '#lib/identity/account.ts'
import { act, cookieToken } from '#lib/identity/action-gate.ts'
import { clearCookies } from '#lib/identity/browser.ts'
import { makeDeviceLink as makeLink, qrCode } from '#lib/identity/device-links.ts'
import * as devices from '#lib/identity/devices.ts'
import { settingsPatchSchema } from '#lib/identity/settings.ts'
import * as tokens from '#lib/identity/tokens.ts'
import { LIMITS } from '#lib/limits.ts'
import * as cleanUp from '#lib/session/maintenance/delete-unused.ts'

type Done = { ok: true } | Refusal

/** Pages that the browser kept from before would show what was: none is used again. */
function changed<Result extends { ok: boolean }>(result: Result): Result {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

export async function saveSettings(patch: Partial<SettingsValues>, zone: string): Promise<Done> {
  const schema = z.tuple([settingsPatchSchema, z.string().max(64)])
  return act('commands', schema, [patch, zone], async (user, [fields, timeZone]) => {
    const saved = await save(user.id, fields)
    if (fields.timeZone === null) await keepBrowser(user.id, { timeZone })
    return changed(saved)
  })
}

export async function checkModel(): Promise<ModelCheck | Refusal> {
  return act('checks', z.tuple([]), [], () => model.checkModel())
}

export async function previewCleanUp(
  days: number,
): Promise<{ ok: true; boards: readonly UnusedBoard[] } | Refusal> {
  const schema = z.tuple([z.int().min(1).max(LIMITS.cleanUpDays)])
  return act('reads', schema, [days], (user, [after]) => cleanUp.previewCleanUp(user.id, after))
}

export async function makeToken(name: string): Promise<{ ok: true; token: string; id: string } | Refusal> {
  const schema = z.tuple([z.string().max(LIMITS.tokenNameChars * 4)])
  return act('commands', schema, [name], async (user, [given]) =>
    changed(await tokens.makeToken(user.id, given)),
  )
}

export async function revokeToken(tokenId: string): Promise<Done> {
  return act('commands', z.tuple([idSchema]), [tokenId], async (user, [id]) =>
    changed(await tokens.revokeToken(user.id, id)),
  )
}

export async function makeDeviceLink(): Promise<DeviceLink | Refusal> {
  return act('commands', z.tuple([]), [], async (user) => {
    // The gate has held it against our own host; it is how this browser names the server.
    const origin = (await headers()).get('origin')
    const { code, expiresAt } = await makeLink(user.id)
    const url = `${origin}/link/${code}`
    return { ok: true, url, expiresAt, qr: qrCode(url) }
  })
}

export async function signOutDevice(deviceId: string): Promise<Done> {
  return act('commands', z.tuple([idSchema]), [deviceId], async (user, [id]) => {
    const token = await cookieToken()
    const isThis = (await devices.listDevices(user.id, token)).some(
      (device) => device.id === id && device.isThis,
    )
    const outcome = await devices.signOutDevice(user.id, id)
    // Whoever sits here next is asked for the server's password too.
    if (outcome.ok && isThis) clearCookies(await cookies())
    return isThis ? outcome : changed(outcome)
  })
}

export async function signOutOthers(): Promise<{ ok: true; signedOut: number } | Refusal> {
  return act('commands', z.tuple([]), [], async (user) =>
    changed(await devices.signOutOthers(user.id, (await cookieToken()) ?? '')),
  )
}
