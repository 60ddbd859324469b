/** The environment, read here alone, checked once, with a sentence for what is wrong. */
import { z } from 'zod'
import { RATES } from './limits.ts'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .optional()
  .transform((value) => value === '1' || value === 'true')
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

/**
 * SQLite keeps a database in memory per connection. libSQL’s client then has only one, which refuses every read while a
 * transaction is open, and which a reconnect empties.
 */
const isInMemory = (url: string) => /^(file:)?:memory:|^file:.*[?&]mode=memory\b/i.test(url.trim())

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  DATABASE_URL: z
    .string()
    .refine((url) => !isInMemory(url), {
      error:
        'a database in memory can’t be shared by reads and writes; use a file, e.g. file:/tmp/taskboard.db',
      abort: true,
    })
    .regex(/^(file:|libsql:|https?:|wss?:)/, 'use file:data/taskboard.db or a libsql:// or http:// address')
    .default('file:data/taskboard.db'),
  DATABASE_AUTH_TOKEN: text,
  DATABASE_ENCRYPTION_KEY: text,
  DAILY_BACKUPS: z.coerce.number().int().min(0).max(365).default(7),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text.pipe(z.url('use an address like http://localhost:11434/v1').optional()),
  OPENAI_API: z.enum(['responses', 'chat'], 'use responses or chat').default('responses'),
  TASKBOARD_MODEL: text,
  MODEL_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(RATES.modelCalls.all),
  INSTANT_COMMANDS: z.enum(['on', 'off'], 'use on or off').default('on'),
  TASKBOARD_ACCESS_PASSWORD: text.pipe(z.string().min(12, 'use at least 12 characters').optional()),
  /** Opens the API for any number of users of one service; off unless set. */
  TASKBOARD_SERVICE_TOKEN: text.pipe(z.string().min(32, 'use at least 32 characters').optional()),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Reached from this computer alone. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

/** The address that it listens on is a name of it; one for every address is none. */
function ownHost(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return []
  return [host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase()]
}

const schema = variables
  .refine((value) => !value.DATABASE_ENCRYPTION_KEY || value.DATABASE_URL.startsWith('file:'), {
    path: ['DATABASE_ENCRYPTION_KEY'],
    error: 'only works with a file: DATABASE_URL; remove the key or use a file',
  })
  .refine((value) => isLoopback(value.HOST) || value.TASKBOARD_ACCESS_PASSWORD !== undefined, {
    path: ['TASKBOARD_ACCESS_PASSWORD'],
    error: 'required (at least 12 characters) when HOST is not loopback; or set HOST to 127.0.0.1',
  })
  .transform((value) => ({ ...value, ALLOWED_HOSTS: [...value.ALLOWED_HOSTS, ...ownHost(value.HOST)] }))

export type Environment = z.infer<typeof schema>

export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** Throws one error that lists every wrong variable, without their values. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const result = schema.safeParse(source)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`Invalid environment. ${lines.join('. ')}.`)
}

let cached: Environment | undefined

/** For tests: the environment from now on. */
export function setEnvironment(source: Record<string, string | undefined>): void {
  cached = readEnvironment(source)
}

export function env(): Environment {
  // Set but empty means not set; @ai-sdk/openai reads it too, and refuses to load over an empty one.
  if (!process.env.OPENAI_BASE_URL) delete process.env.OPENAI_BASE_URL
  cached ??= readEnvironment(process.env)
  return cached
}

/** For a program that this process starts on the same database. */
export function programEnv(): NodeJS.ProcessEnv {
  const { DATABASE_URL, DATABASE_ENCRYPTION_KEY } = env()
  return { ...process.env, DATABASE_URL, DATABASE_ENCRYPTION_KEY }
}
