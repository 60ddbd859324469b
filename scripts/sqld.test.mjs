import { createClient } from '@libsql/client'
import { expect, test } from 'vitest'
import { startSqld } from './sqld.mjs'

test('a libSQL server answers, keeps what is written, and is gone after stop', {
  timeout: 120_000,
}, async (context) => {
  const sqld = await startSqld()
  if (!sqld) return context.skip('no sqld here')
  const client = createClient({ url: sqld.url })
  await client.batch(['create table t (a)', "insert into t values ('x')"], 'write')
  expect((await client.execute('select a from t')).rows.map((row) => row.a)).toEqual(['x'])
  client.close()
  await sqld.stop()
  await expect(fetch(`${sqld.url}/health`)).rejects.toThrow()
})
