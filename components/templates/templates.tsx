'use client'

import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSessionActions } from '#components/shared/use-board-actions.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { TextForm } from '#components/ui/text-form.tsx'
import { announce } from '#components/ui/toasts.ts'
import type { BoardTemplate } from '#lib/board/wire/board-actions.ts'
import { LIMITS } from '#lib/limits.ts'

/** Every template of this user, and the way to save this board as one. */
export default function Templates({ onClose, onOpen }: { onClose(): void; onOpen(): void }) {
  const { actions, sessionId } = useFeed()
  const { create } = useSessionActions()
  const [templates, setTemplates] = useState<readonly BoardTemplate[] | null>(null)
  const load = useCallback(async () => {
    const read = await callOrToast(() => actions.listTemplates())
    if (read) setTemplates(read.templates)
  }, [actions])
  useEffect(() => void load(), [load])
  const save = async (name: string): Promise<string | null> => {
    const saved = await actions.saveTemplate(sessionId, name)
    if (!saved.ok) return saved.message
    announce(`${saved.replaced ? 'Updated' : 'Saved'} the template ${saved.template.name}.`)
    await load()
    return null
  }
  // A portal, because the list of boards can be hidden, and the dialog with it.
  return createPortal(
    <Dialog title="Templates" onClose={onClose}>
      {(close) => (
        <div className="grid max-h-[80dvh] gap-3 overflow-y-auto p-4">
          {templates?.length === 0 && <p className="text-13 text-muted">No templates yet.</p>}
          {templates !== null && templates.length > 0 && (
            <ul aria-label="Templates" className="divide-y divide-line">
              {templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  onUpdate={() => save(template.name)}
                  onChanged={load}
                  onUse={async () => {
                    close()
                    onOpen()
                    await create(template.name)
                  }}
                />
              ))}
            </ul>
          )}
          <div className="grid gap-1.5">
            <h3 className="text-13 font-semibold">Save this board as a template</h3>
            <p className="text-12 text-muted">
              New boards then start with its categories, lists, values and instructions. Tasks aren’t
              included.
            </p>
            <TextForm
              aria-label="Template name"
              placeholder="e.g. Weekly"
              maxLength={LIMITS.sessionNameChars}
              button={{ children: 'Save', 'aria-label': 'Save the template' }}
              send={save}
            />
          </div>
        </div>
      )}
    </Dialog>,
    document.body,
  )
}

function TemplateRow({
  template: { id, name },
  onUse,
  onUpdate,
  onChanged,
}: {
  template: BoardTemplate
  onUse(): Promise<void>
  onUpdate(): Promise<string | null>
  onChanged(): Promise<void>
}) {
  const { actions } = useFeed()
  const [isRenaming, setRenaming] = useState(false)
  const rename = async (to: string): Promise<string | null> => {
    const renamed = await actions.renameTemplate(id, to)
    if (!renamed.ok) return renamed.message
    setRenaming(false)
    await onChanged()
    return null
  }
  const remove = async () => {
    if (!(await callOrToast(() => actions.deleteTemplate(id)))) return
    announce(`Deleted the template ${name}.`)
    await onChanged()
  }
  return (
    <li className="py-1.5">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-14">{name}</span>
        <TextButton aria-label={`New board from ${name}`} onClick={() => void onUse()}>
          New board
        </TextButton>
        <IconButton label={`Update ${name} from this board`} onClick={() => void onUpdate()}>
          <RefreshCw size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={`Rename ${name}`}
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          <Pencil size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={() => void remove()}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {isRenaming && (
        <TextForm
          aria-label={`New name of ${name}`}
          defaultValue={name}
          maxLength={LIMITS.sessionNameChars}
          button={{ children: 'Rename', 'aria-label': `Rename the template ${name}` }}
          send={rename}
        />
      )}
    </li>
  )
}
