import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { Workspace } from '#components/workspace.tsx'
import { agentInfos } from '#lib/agent/agents/registry.ts'
import { modelInfo } from '#lib/agent/models/choose-model.ts'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { readSnapshot } from '#lib/session/queries/snapshot.ts'

type Props = { params: Promise<{ sessionId: string }> }

const snapshotOf = cache(async (sessionId: string) => {
  const visit = await currentVisit()
  return visit ? readSnapshot(visit.user.id, sessionId, { model: modelInfo(), agents: agentInfos() }) : null
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const snapshot = await snapshotOf((await params).sessionId)
  return { title: snapshot ? `${snapshot.session.name} · Taskboard` : 'Taskboard' }
}

/** One of the caller's boards; boards of others and unknown ids both redirect to `/`. */
export default async function Page({ params }: Props) {
  const snapshot = await snapshotOf((await params).sessionId)
  if (!snapshot) redirect('/')
  return <Workspace key={snapshot.session.id} snapshot={snapshot} />
}
