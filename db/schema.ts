/** The tables. Times are epoch milliseconds; ids are text, made by the code that creates the row. */
export * from './tables/board.ts'
export * from './tables/library.ts'
export * from './tables/talk.ts'
export * from './tables/users.ts'
