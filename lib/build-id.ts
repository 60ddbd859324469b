/** Which build this process serves: pages and feeds say it, so that a page of an older one takes itself anew. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.ts'
import { singleton } from './singletons.ts'

/** Empty where there is none: while developing, and in tests without a build. */
export function buildId(): string {
  return singleton('build-id', () => (env().NODE_ENV === 'production' ? read() : ''))
}

function read(): string {
  try {
    return readFileSync(join(process.cwd(), '.next/BUILD_ID'), 'utf8').trim()
  } catch {
    return ''
  }
}
