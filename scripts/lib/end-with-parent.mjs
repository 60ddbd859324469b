/** Loaded into the server: it exits when the process that started it is gone, even after SIGKILL. */
if (process.env.TASKBOARD_FOLLOW_STDIN === '1') {
  // Programs that the server starts have another stdin.
  delete process.env.TASKBOARD_FOLLOW_STDIN
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.resume()
  process.stdin.unref?.()
}
