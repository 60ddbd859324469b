import { customType } from 'drizzle-orm/sqlite-core'

/** JSON whose damage is a value, `null`, and not an error that takes the whole query down. */
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
