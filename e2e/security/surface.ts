/** Everything that can be called, as listed in the build. */
import { readFileSync } from 'node:fs'

export type Action = { id: string; name: ActionName }
/** `settings/makeToken`: the folder of its file under app/, and how it is exported there. */
export type ActionName = string

type Manifest = Record<'node' | 'edge', Record<string, { filename: string; exportedName: string }>> & {
  encryptionKey: string
}

function readBuild<Value>(file: string): Value {
  return JSON.parse(readFileSync(`.next/${file}`, 'utf8'))
}

export function builtActions(): Action[] {
  const { node, edge } = readBuild<Manifest>('server/server-reference-manifest.json')
  return Object.entries({ ...node, ...edge })
    .map(([id, { filename, exportedName }]) => ({ id, name: nameOf(filename, exportedName) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

const nameOf = (filename: string, exported: string) =>
  `${filename.replace(/^app\//, '').replace(/\/?actions\.ts$/, '')}/${exported}`

/** Pages and route handlers, by their pattern: `/boards/[sessionId]`. */
export function builtRoutes(): string[] {
  const byFile = readBuild<Record<string, string>>('app-path-routes-manifest.json')
  return [...new Set(Object.values(byFile))].sort()
}

/** The key that encrypts variables captured by actions. */
export function buildKey(): string {
  return readBuild<Manifest>('server/server-reference-manifest.json').encryptionKey
}
