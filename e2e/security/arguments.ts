/** Values that no screen sends, in React's encoding, as from a careless or hostile program. */

/** One argument as it stands in the body; `parts`: what else the form holds. `damaged`: malformed, so that React refuses it. */
export type Odd = { what: string; json: string; parts?: Record<string, string>; damaged?: true }

const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`
const text = (value: string) => JSON.stringify(value)

export const ODD: readonly Odd[] = [
  { what: 'null', json: 'null' },
  { what: 'undefined', json: '"$undefined"' },
  { what: 'true', json: 'true' },
  { what: 'zero', json: '0' },
  { what: 'minus zero', json: '"$-0"' },
  { what: 'NaN', json: '"$NaN"' },
  { what: 'infinity', json: '"$Infinity"' },
  { what: 'a number past the safe ones', json: '9007199254740993' },
  { what: 'a huge number', json: '1e308' },
  { what: 'a negative number', json: '-1' },
  { what: 'a fraction', json: '0.5' },
  { what: 'a bigint', json: '"$n123456789012345678901234567890"' },
  { what: 'a date', json: '"$D2026-11-21T00:00:00.000Z"' },
  { what: 'an impossible date', json: '"$Dnever"', damaged: true },
  { what: 'an empty text', json: '""' },
  { what: 'a long text', json: text('x'.repeat(900_000)) },
  { what: 'NUL', json: text('a\u0000b\u0000c') },
  { what: 'half a pair', json: '"\\ud800"' },
  { what: 'combining marks', json: text(`a${'\u0301'.repeat(3_000)}`) },
  { what: 'SQL', json: text("x' or 1=1; drop table users; --") },
  { what: 'a path', json: text('../../../etc/passwd') },
  { what: 'a prototype’s name', json: text('__proto__') },
  { what: 'an empty list', json: '[]' },
  { what: 'a long list', json: `[${Array.from({ length: 10_000 }, () => '""').join(',')}]` },
  { what: 'a list of ids', json: '["00000000","00000000"]' },
  { what: 'an empty object', json: '{}' },
  { what: 'a prototype', json: '{"__proto__":{"ok":true,"id":"00000000","text":"x"}}' },
  {
    what: 'a constructor',
    json: '{"constructor":{"prototype":{"polluted":true}},"toString":1,"valueOf":null}',
  },
  {
    what: 'getters by name',
    json: '{"then":"x","toJSON":"x","length":-1,"name":"__proto__","input":{"__proto__":null}}',
  },
  { what: 'a command of no name', json: '{"name":"toString","input":{}}' },
  { what: 'a command of the system', json: '{"name":"start_board","input":{}}' },
  { what: 'an import by hand', json: '{"name":"import_rows","input":{"rows":[]}}' },
  {
    what: 'a thousand commands',
    json: `[${Array.from({ length: 1_000 }, () => '{"name":"undo","input":{}}').join(',')}]`,
  },
  { what: 'an operator', json: '{"$ne":null,"$gt":"","$where":"sleep(1)"}' },
  { what: 'deep lists', json: nested(2_000, '[', ']'), damaged: true },
  { what: 'deep objects', json: nested(2_000, '{"a":', '}'), damaged: true },
  { what: 'a form', json: '"$K1"', parts: { '1_text': 'x', '1___proto__': 'x' } },
  { what: 'a map', json: '"$Q1"', parts: { '1': '[["ok",true],["__proto__",1]]' }, damaged: true },
  { what: 'a set', json: '"$W1"', parts: { '1': '["00000000"]' } },
  { what: 'a promise', json: '"$@1"', parts: { '1': '"00000000"' }, damaged: true },
  { what: 'bytes', json: '"$A1"', parts: { '1': 'bytes' }, damaged: true },
  { what: 'a text sent apart', json: '"$1"', parts: { '1': '"00000000"' }, damaged: true },
  {
    what: 'a reference into another',
    json: '"$1:a:b"',
    parts: { '1': '{"a":{"b":"00000000"}}' },
    damaged: true,
  },
  {
    what: 'a reference into a prototype',
    json: '"$1:__proto__:constructor"',
    parts: { '1': '{}' },
    damaged: true,
  },
  { what: 'a reference to nothing', json: '"$7"', damaged: true },
  { what: 'a circle', json: '"$1"', parts: { '1': '{"self":"$1"}' }, damaged: true },
  { what: 'an action as argument', json: '"$h1"', parts: { '1': '{"id":"00","bound":null}' }, damaged: true },
  { what: 'a stream', json: '"$R1"', parts: { '1': 'C' }, damaged: true },
  { what: 'an iterator', json: '"$X1"', parts: { '1': '"x"' }, damaged: true },
  { what: 'a symbol', json: '"$Sreact.element"', damaged: true },
  { what: 'an error', json: '"$Z"', damaged: true },
  { what: 'no JSON at all', json: '{', damaged: true },
]
