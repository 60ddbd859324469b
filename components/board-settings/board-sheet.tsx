'use client'

/** The settings of one board. */
import { Dialog } from '#components/ui/dialog.tsx'
import { EndPart } from './archive-delete.tsx'
import { CheckpointsPart } from './checkpoints-part.tsx'
import { FilesPart } from './files-part.tsx'
import { InstructionsPart } from './instructions-part.tsx'

export function BoardSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Board settings" onClose={onClose}>
      {(close) => (
        <div className="max-h-[80dvh] divide-y divide-line overflow-y-auto px-4">
          <InstructionsPart />
          <CheckpointsPart onClose={close} />
          <FilesPart onClose={close} />
          <EndPart onClose={close} />
        </div>
      )}
    </Dialog>
  )
}
