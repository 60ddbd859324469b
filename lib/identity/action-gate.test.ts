import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DatabaseError } from '#db/errors.ts'
import { refuse } from '#lib/board/model/command.ts'
import { action, anonymousAction } from './action-gate.ts'
import { findVisit } from './auth.ts'
import { mayEnter } from './password.ts'
import { checkRateLimit } from './rate-limits.ts'

vi.mock('next/headers', () => ({
  headers: async () => new Headers({ host: 'localhost', origin: request.origin }),
  cookies: async () => ({ get: () => undefined }),
}))
vi.mock('./password.ts', async (original) => ({ ...(await original<object>()), mayEnter: vi.fn() }))
vi.mock('./auth.ts', async (original) => ({ ...(await original<object>()), findVisit: vi.fn() }))
vi.mock('./rate-limits.ts', () => ({ checkRateLimit: vi.fn() }))

const request = { origin: 'http://localhost' }
const ana = { id: 'ana' } as NonNullable<Awaited<ReturnType<typeof findVisit>>>['user']

beforeEach(() => {
  request.origin = 'http://localhost'
  vi.mocked(mayEnter).mockReset().mockResolvedValue(true)
  vi.mocked(findVisit).mockReset().mockResolvedValue({ user: ana, renew: false })
  vi.mocked(checkRateLimit).mockReset().mockResolvedValue(null)
})

const run = vi.fn(async (user: typeof ana, count: number, name?: string) => ({
  ok: true as const,
  said: `${user.id} ${count} ${name}`,
}))
const count = action('commands', [z.int(), z.string().max(5).optional()], run)
const anyone = anonymousAction('links', [z.string()], async (sent, code) => ({
  ok: true as const,
  said: `${sent.get('host')} ${code}`,
}))
/** Anything can be sent, whatever the types say. */
const send = count as (...args: unknown[]) => ReturnType<typeof count>

it('runs for the caller with checked arguments, and asks for the password once', async () => {
  expect(await count(3)).toEqual({ ok: true, said: 'ana 3 undefined' })
  expect(await count(3, 'five!')).toEqual({ ok: true, said: 'ana 3 five!' })
  expect(mayEnter).toHaveBeenCalledTimes(2)
  expect(checkRateLimit).toHaveBeenCalledWith('commands', expect.objectContaining({ user: 'ana' }))
})

it.each([[[]], [['3']], [[3, 'too long']], [[3, 'five!', 'more']], [[null]]])(
  'refuses arguments that do not fit: %j',
  async (args) => {
    run.mockClear()
    expect(await send(...args)).toMatchObject({ ok: false, code: 'invalid' })
    expect(run).not.toHaveBeenCalled()
  },
)

it.each([
  ['another page', () => Object.assign(request, { origin: 'https://evil.example' }), 'not_allowed'],
  ['a browser without the password', () => vi.mocked(mayEnter).mockResolvedValue(false), 'not_allowed'],
  ['a caller who is not signed in', () => vi.mocked(findVisit).mockResolvedValue(null), 'not_allowed'],
])('refuses %s', async (_, given, code) => {
  given()
  run.mockClear()
  expect(await count(3)).toMatchObject({ ok: false, code })
  expect(run).not.toHaveBeenCalled()
})

it('refuses a caller over the limit before the arguments are looked at', async () => {
  const over = { ...refuse('rate', 'Rate limit reached.'), retryAfter: 9 }
  vi.mocked(checkRateLimit).mockResolvedValue(over)
  expect(await send('junk')).toEqual(over)
  expect(await anyone('code')).toEqual(over)
})

it('needs no account to open a link, but its page, the password and a limit', async () => {
  vi.mocked(findVisit).mockResolvedValue(null)
  expect(await anyone('code')).toEqual({ ok: true, said: 'localhost code' })
  vi.mocked(mayEnter).mockResolvedValue(false)
  expect(await anyone('code')).toMatchObject({ ok: false })
  vi.mocked(mayEnter).mockResolvedValue(true)
  request.origin = 'https://evil.example'
  expect(await anyone('code')).toMatchObject({ ok: false })
})

it('answers an error by a sentence that says nothing of it', async () => {
  run.mockRejectedValueOnce(new Error('secret'))
  expect(await count(3)).toEqual(refuse('failed', 'Something went wrong. Try again.'))
  run.mockRejectedValueOnce(new DatabaseError('busy'))
  expect(await count(3)).toMatchObject({ message: new DatabaseError('busy').message })
})
