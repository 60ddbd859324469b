export type Sqld = { url: string; stop(): Promise<void> }
/** Null, with the reason printed, where this platform has no sqld or it cannot be fetched. */
export function startSqld(): Promise<Sqld | null>
