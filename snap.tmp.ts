import { COMMANDS } from '#lib/board/commands/registry.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { USER_TOOLS } from '#lib/board/readers/user-tools.ts'
import { strictSchema, isStrict } from '#lib/agent/tools/tool-schema.ts'
const out: Record<string, unknown> = {}
for (const d of Object.values(COMMANDS)) if (d.audience==='everyone') { const s = strictSchema(d.input, [...d.newIds, ...d.uiOnly]); out[d.name] = {strict: isStrict(s), s} }
for (const d of Object.values(READERS)) { const s = strictSchema(d.input); out[d.name] = {strict: isStrict(s), s} }
for (const [n,d] of Object.entries(USER_TOOLS)) { const s = strictSchema(d.input); out[n] = {strict: isStrict(s), s} }
console.log(JSON.stringify(out, null, 1))
