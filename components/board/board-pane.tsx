'use client'

/** The right pane: the board, with the State view beside it if open. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useStateView } from '#components/state/use-state-view.ts'
import { showList } from './behavior/lists-menu.ts'
import { Board } from './board.tsx'

const StatePanel = lazy(() => import('#components/state/state-panel.tsx'))

export function BoardPane() {
  const view = useStateView()
  const pane = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpenedHere, setOpenedHere] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)

  const open = () => {
    setOpenedHere(true)
    view.open()
  }
  const close = () => {
    view.close()
    setTimeout(() => button.current?.focus({ preventScroll: true }))
  }
  /** On narrow screens the State view covers the board. */
  const leadToList = (id: string) => {
    const board = pane.current?.firstElementChild
    const isHidden = board instanceof HTMLElement && board.offsetParent === null
    if (!isHidden) return showList(id)
    setWanted(id)
    view.close()
  }
  useEffect(() => {
    if (wanted === null || view.isOpen) return
    showList(wanted)
    setWanted(null)
  }, [wanted, view.isOpen])
  return (
    <div ref={pane} className="pane-board" data-state={view.isOpen ? '' : undefined}>
      <Board stateButton={button} isStateOpen={view.isOpen} onState={view.isOpen ? close : open} />
      {view.isOpen && (
        <Suspense>
          <StatePanel takesFocus={isOpenedHere} onShowList={leadToList} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
