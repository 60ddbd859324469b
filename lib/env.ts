/** The environment, read here alone, checked once, with a sentence for what is wrong. */
import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .optional()
  .transform((value) => value === '1' || value === 'true')
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|libsql:|https?:|wss?:)/, 'use file:data/taskboard.db or a libsql:// or http:// address')
    .default('file:data/taskboard.db'),
  DATABASE_AUTH_TOKEN: text,
  DATABASE_ENCRYPTION_KEY: text,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text.pipe(z.url('use an address like http://localhost:11434/v1').optional()),
  OPENAI_API: z.enum(['responses', 'chat'], 'use responses or chat').default('responses'),
  TASKBOARD_MODEL: text,
  INSTANT_COMMANDS: z.enum(['on', 'off'], 'use on or off').default('on'),
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

const schema = variables.refine(
  (value) => !value.DATABASE_ENCRYPTION_KEY || value.DATABASE_URL.startsWith('file:'),
  {
    path: ['DATABASE_ENCRYPTION_KEY'],
    error: 'it encrypts a file, and DATABASE_URL is a server; take the key out, or use a file: address',
  },
)

export type Environment = z.infer<typeof schema>

export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** Throws one error that lists every wrong variable, without their values. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const result = schema.safeParse(source)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`The environment is not right. ${lines.join('. ')}.`)
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
