/** Attaches when the code is there; without it (the network is gone) menus and keys do what the code would have. */
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
