/** Why the server can’t start, in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
