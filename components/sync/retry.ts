/** The delay before the next attempt. */

/** 1, 2, 4, 8, 8 … seconds. */
export function backOff(failures: number): number {
  return 1000 * 2 ** Math.min(Math.max(failures, 1) - 1, 3)
}

/** Ends early on the signal, or when the browser is online again. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}
