/** A menu as data, so that the menu library loads only when the first menu opens. */
export type MenuItem =
  | {
      kind: 'item'
      label: string
      run(): void
      hint?: string
      danger?: boolean
      disabled?: boolean
    }
  | { kind: 'choice'; label: string; chosen: boolean; run(): void }
  | { kind: 'sub'; label: string; value?: string; items: readonly MenuItem[] }
  | { kind: 'line' }
