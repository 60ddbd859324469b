/** Every page and route of the build, with its methods. One without a row here fails `access.spec.ts`. */

/** `file`: it takes an exported file, and is sent the caller's own. */
export type Call = { method: string; body?: string; file?: true }
export type RouteRow = {
  /** `board`: names a board or a document, which strangers can’t tell from a missing one. `caller`: about the caller.
   *  `public`: says the same to everybody. `arrival`: makes a user. */
  names: 'board' | 'caller' | 'public' | 'arrival'
  path: (board: string, document: string) => string
  calls: readonly Call[]
  /** Programs may call it with a token. */
  takesTokens?: true
  /** It answers a form: what comes from elsewhere is led back, not refused. */
  turnsBack?: true
}

const GET = [{ method: 'GET' }]
const same = (path: string) => () => path
const UPLOAD = [{ method: 'POST', file: true }] as const

export const ROUTES: Record<string, RouteRow> = {
  '/': { names: 'caller', path: same('/'), calls: GET },
  '/settings': { names: 'caller', path: same('/settings'), calls: GET },
  '/memory': { names: 'caller', path: same('/memory'), calls: GET },
  '/library': { names: 'caller', path: same('/library'), calls: GET },
  '/library/[documentId]': { names: 'board', path: (_, document) => `/library/${document}`, calls: GET },
  '/link/[code]': { names: 'public', path: same(`/link/${'a'.repeat(43)}`), calls: GET },
  '/boards': { names: 'caller', path: same('/boards'), calls: GET },
  '/boards/[sessionId]': { names: 'board', path: (board) => `/boards/${board}`, calls: GET },
  '/start': { names: 'arrival', path: same('/start'), calls: GET },
  '/password': { names: 'public', path: same('/password'), calls: GET },
  '/password/enter': {
    names: 'public',
    path: same('/password/enter'),
    calls: [{ method: 'POST', body: 'password=guessed&to=%2F' }],
    turnsBack: true,
  },
  '/healthz': { names: 'public', path: same('/healthz'), calls: GET },
  '/icon.svg': { names: 'public', path: same('/icon.svg'), calls: GET },
  '/favicon.ico': { names: 'public', path: same('/favicon.ico'), calls: GET },
  '/_not-found': { names: 'public', path: same('/_not-found'), calls: GET },
  '/_global-error': { names: 'public', path: same('/_global-error'), calls: GET },
  '/api/feed': { names: 'caller', path: same('/api/feed?once=1'), calls: GET },
  '/api/export': { names: 'caller', path: same('/api/export'), calls: GET, takesTokens: true },
  '/api/memory': { names: 'caller', path: same('/api/memory'), calls: GET, takesTokens: true },
  '/api/library': {
    names: 'caller',
    path: same('/api/library?name=one'),
    calls: [{ method: 'POST', body: 'a text' }],
    takesTokens: true,
  },
  '/api/boards': {
    names: 'caller',
    path: same('/api/boards'),
    calls: [...GET, { method: 'POST', body: '{"name":"one more"}' }],
    takesTokens: true,
  },
  '/api/boards/import': {
    names: 'caller',
    path: same('/api/boards/import'),
    calls: UPLOAD,
    takesTokens: true,
  },
  '/api/boards/[sessionId]/import': {
    names: 'board',
    path: (board) => `/api/boards/${board}/import`,
    calls: UPLOAD,
    takesTokens: true,
  },
  '/api/boards/[sessionId]/export': {
    names: 'board',
    path: (board) => `/api/boards/${board}/export?format=json`,
    calls: GET,
    takesTokens: true,
  },
  '/api/boards/[sessionId]': {
    names: 'board',
    path: (board) => `/api/boards/${board}`,
    calls: [{ method: 'DELETE' }, ...GET, { method: 'PATCH', body: '{"name":"changed","archived":true}' }],
    takesTokens: true,
  },
  '/api/boards/[sessionId]/approvals': {
    names: 'board',
    path: (board) => `/api/boards/${board}/approvals`,
    calls: [...GET, { method: 'POST', body: '{"id":"0123456789","verdict":"allow"}' }],
    takesTokens: true,
  },
  '/api/boards/[sessionId]/runs/[runId]/cancel': {
    names: 'board',
    path: (board) => `/api/boards/${board}/runs/0123456789/cancel`,
    calls: [{ method: 'POST' }],
    takesTokens: true,
  },
  '/api/openapi.json': { names: 'public', path: same('/api/openapi.json'), calls: GET },
  '/api/runs': {
    names: 'caller',
    path: same('/api/runs'),
    calls: [{ method: 'POST', body: '{"text":"hello"}' }],
    takesTokens: true,
  },
  '/api/search': { names: 'caller', path: same('/api/search?q=one'), calls: GET, takesTokens: true },
  '/api/boards/[sessionId]/state': {
    names: 'board',
    path: (board) => `/api/boards/${board}/state`,
    calls: [
      ...GET,
      { method: 'PATCH', body: '{"revision":1,"set":{"mood":"changed"}}' },
      { method: 'POST', body: '{"do":[{"set":"mood","to":"changed"}]}' },
    ],
    takesTokens: true,
  },
  '/api/boards/[sessionId]/runs': {
    names: 'board',
    path: (board) => `/api/boards/${board}/runs`,
    calls: [{ method: 'POST', body: '{"text":"add a task: from elsewhere"}' }],
    takesTokens: true,
  },
}
