import { modelInfo } from '#lib/agent/models/choose-model.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { isDatabaseHealthy } from '#lib/session/maintenance/database-health.ts'
import packageJson from '../../package.json' with { type: 'json' }

export const dynamic = 'force-dynamic'

/** Health check for monitoring: creates nothing and contains no secrets. */
export async function GET(): Promise<Response> {
  const database = await isDatabaseHealthy()
  const body = { ready: database, database, model: modelInfo().kind, version: packageJson.version }
  return answerJson(body, database ? 200 : 503)
}
