/** Loaded into the server: when the program that started it is gone, even by SIGKILL, it ends as well. */
if (process.env.TASKBOARD_FOLLOW_STDIN === '1') {
  // Programs that the server starts have another stdin, and no parent of this kind.
  delete process.env.TASKBOARD_FOLLOW_STDIN
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.resume()
  process.stdin.unref?.()
}
