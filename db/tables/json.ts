import { customType } from 'drizzle-orm/sqlite-core'

/** A JSON column that reads as `null` when it is corrupted, instead of failing the whole query. */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver(value) {
    try {
      return JSON.parse(value)
    } catch {
      return null
    }
  },
})
