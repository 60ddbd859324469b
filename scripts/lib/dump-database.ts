/** A database file as SQL that makes it again, full-text indexes included. */
import { createClient, type Row } from '@libsql/client'

export async function dumpDatabase(path: string): Promise<string> {
  const client = createClient({ url: `file:${path}` })
  const rowsOf = async (sql: string): Promise<Row[]> => (await client.execute(sql)).rows
  try {
    const schema = await rowsOf(
      'select type, name, sql from sqlite_master where sql is not null order by rowid',
    )
    const isVirtual = (row: Row) => String(row.sql).startsWith('CREATE VIRTUAL')
    const indexes = schema.filter(isVirtual).map((row) => String(row.name))
    // A full-text index keeps its tables itself, and is built from the rows that it indexes.
    const isKept = ({ name }: Row) => !indexes.some((index) => String(name).startsWith(`${index}_`))
    const kept = schema.filter((row) => isKept(row) && row.name !== 'sqlite_sequence')
    const statements: string[] = []
    for (const table of kept.filter(({ type }) => type === 'table')) {
      statements.push(String(table.sql))
      if (!isVirtual(table)) statements.push(...(await insertsOf(rowsOf, String(table.name))))
    }
    statements.push('DELETE FROM sqlite_sequence', ...(await insertsOf(rowsOf, 'sqlite_sequence')))
    statements.push(...kept.filter(({ type }) => type !== 'table').map(({ sql }) => String(sql)))
    statements.push(...indexes.map((name) => `INSERT INTO \`${name}\`(\`${name}\`) VALUES('rebuild')`))
    return `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${statements.map((sql) => `${sql};\n`).join('')}COMMIT;\n`
  } finally {
    client.close()
  }
}

async function insertsOf(rowsOf: (sql: string) => Promise<Row[]>, table: string): Promise<string[]> {
  const columns = (await rowsOf(`pragma table_info("${table}")`)).map(({ name }) => `quote("${name}")`)
  const rows = await rowsOf(`select ${columns.join(" || ',' || ")} as row from "${table}"`)
  return rows.map(({ row }) => `INSERT INTO "${table}" VALUES(${row})`)
}
