'use client'

/** The screen of a board: the list of boards, and two panes, chat and board. */
import { useEffect, useState } from 'react'
import * as actions from '#app/boards/[sessionId]/actions.ts'
import { BoardPane } from '#components/board/board-pane.tsx'
import { Chat } from '#components/chat/chat.tsx'
import { PaneContext, usePane } from '#components/shared/use-pane.ts'
import { Boards } from '#components/shell/boards.tsx'
import { Header } from '#components/shell/header.tsx'
import { PaneTabs } from '#components/shell/pane-tabs.tsx'
import { SplitHandle } from '#components/shell/split-handle.tsx'
import { useAnnouncements } from '#components/shell/use-announcements.ts'
import { useBoardTheme } from '#components/shell/use-board-theme.ts'
import { useBoardsList } from '#components/shell/use-boards-list.ts'
import { usePage } from '#components/shell/use-page-effects.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { reloadOnNewBuild, watchActions } from '#components/ui/reload-on-deploy.ts'
import { LiveRegion, Toaster } from '#components/ui/toaster.tsx'
import type { Snapshot } from '#lib/board/wire/events.ts'
import { createStore } from './sync/store.ts'
import { FeedContext } from './sync/use-store.ts'

export function Workspace({ snapshot }: { snapshot: Snapshot }) {
  const [store] = useState(() => createStore(snapshot, watchActions(actions)))
  useEffect(() => reloadOnNewBuild(store), [store])
  useEffect(() => store.connect(), [store])
  useEffect(() => store.adopt(snapshot), [store, snapshot])
  useEffect(() => {
    // `/` then redirects to this board, and dates follow the zone and the language of this browser.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    void callOrToast(() => store.actions.boardOpened(store.sessionId, timeZone, navigator.language))
  }, [store])
  return (
    <FeedContext value={store}>
      <Frame />
    </FeedContext>
  )
}

function Frame() {
  usePage()
  useAnnouncements()
  useBoardTheme()
  const list = useBoardsList()
  const pane = usePane()
  return (
    <PaneContext value={pane}>
      <div className="flex h-dvh">
        <Boards isSheet={list.isSheet} onClose={list.close} />
        <div className="flex min-w-0 flex-1 flex-col" inert={list.isSheet}>
          <Header toggleRef={list.toggleRef} onToggleBoards={list.toggle} />
          <main className="flex min-h-0 flex-1 flex-col">
            <PaneTabs />
            <div className="panes grid min-h-0 flex-1" data-tab={pane.shown}>
              <Chat />
              <SplitHandle />
              <BoardPane />
            </div>
          </main>
        </div>
      </div>
      <Toaster />
      <LiveRegion />
    </PaneContext>
  )
}
