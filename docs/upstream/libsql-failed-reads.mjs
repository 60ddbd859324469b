/**
 * One failed read of the log during a checkpoint, with each way to open the file. Needs Linux and strace, and `libsql`
 * where this file can import it. Prints what the checkpoint said and what `integrity_check` says afterwards.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

const [path, query = '', encryptionKey = ''] = process.argv.slice(2)

function tried(work) {
  try {
    return JSON.stringify(work())
  } catch (error) {
    return `${error.code} ${error.message}`
  }
}

if (path) {
  const open = () => new Database(query ? `file:${path}?${query}` : path, { encryptionKey })
  const db = open()
  db.exec('pragma journal_mode = wal')
  db.exec('pragma wal_autocheckpoint = 0')
  db.exec('create table t (id integer primary key, v text)')
  db.exec('create index ti on t (v)')
  for (let id = 0; id < 300; id++) db.exec(`insert into t values (${id}, hex(randomblob(200)))`)
  const all = (connection, sql) => tried(() => connection.prepare(sql).raw().all())
  process.stdout.write(`  checkpoint:      ${all(db, 'pragma wal_checkpoint')}\n`)
  process.stdout.write(`  integrity_check: ${all(open(), 'pragma integrity_check(1)')}\n`)
} else {
  for (const [query, key, name] of [
    ['', '', 'a path'],
    ['', 'a key for this file', 'a path and a key'],
    ['vfs=unix', '', 'vfs=unix'],
  ]) {
    const file = join(mkdtempSync(join(tmpdir(), 'libsql-')), 'a.db')
    const fault = ['-P', `${file}-wal`, '-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO:when=5']
    const args = ['-f', '-qq', '-o', '/dev/null', ...fault, process.execPath, import.meta.filename]
    process.stdout.write(`${name}\n`)
    spawnSync('strace', [...args, file, query, key], { stdio: 'inherit' })
  }
}
