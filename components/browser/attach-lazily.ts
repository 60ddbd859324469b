/** Attaches once the code is loaded. If it can’t be (offline), menus and keys do the same. */
export function attachLater<Code>(load: () => Promise<Code>, attach: (code: Code) => () => void): () => void {
  let detach: (() => void) | null = null
  let isOver = false
  load().then(
    (code) => {
      if (!isOver) detach = attach(code)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    detach?.()
  }
}
