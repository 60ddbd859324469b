'use client'

import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useOnUnmount } from '#components/browser/use-on-unmount.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextForm } from '#components/ui/text-form.tsx'
import { DEFAULT_CATEGORY } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Category, Task } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import { categoriesInOrder } from './behavior/board-columns.ts'

const FIELD = 'h-8 min-w-0 flex-1 rounded border px-2 text-14'

/** Adds, renames and removes categories; with a task, an added one becomes the task's. */
export function CategoriesForm({ task, onClose }: { task: Task | undefined; onClose(): void }) {
  const store = useFeed()
  const board = useScreen((screen) => screen.board)
  const add = async (name: string) => {
    const id = newId()
    if (task) onClose()
    const outcome = await store.run({ name: 'add_category', input: { id, name } })
    if (outcome.ok && task) await store.run({ name: 'update_task', input: { task: task.id, category: id } })
  }
  return (
    <div className="p-4">
      {!task && (
        <ul className="-mx-1 mb-3 flex max-h-[50dvh] flex-col gap-1 overflow-y-auto px-1 py-0.5">
          {categoriesInOrder(board).map((category) => (
            <CategoryRow key={`${category.id} ${category.name}`} category={category} />
          ))}
        </ul>
      )}
      <TextForm
        aria-label="New category"
        placeholder="New category"
        maxLength={LIMITS.categoryNameChars}
        button={{ children: 'Add', tone: 'accent' }}
        send={async (name) => {
          void add(name)
          return null
        }}
      />
    </div>
  )
}

function CategoryRow({ category }: { category: Category }) {
  const store = useFeed()
  const isFixed = category.name === DEFAULT_CATEGORY
  const field = useRef<HTMLInputElement>(null)
  const saved = useRef(category.name)
  const rename = async (typed: string) => {
    const name = typed.trim()
    if (name === '' || name === saved.current) return name !== ''
    saved.current = name
    const { id } = category
    const outcome = await store.run(
      { name: 'rename_category', input: { category: id, name } },
      {
        words: name,
        again: {
          label: 'Add as new',
          command: { name: 'add_category', input: { id: newId(), name } },
        },
      },
    )
    if (!outcome.ok) saved.current = category.name
    return outcome.ok
  }
  useOnUnmount(field, (typed) => void rename(typed))
  const remove = () =>
    store.run({ name: 'remove_category', input: { category: category.id } }, { tell: 'undo' })
  if (isFixed) {
    return (
      <li className="flex h-8 items-center gap-2 pl-2 text-14">
        {category.name}
        <span className="text-12 text-muted">Default</span>
      </li>
    )
  }
  return (
    <li className="flex items-center gap-1">
      <input
        ref={field}
        aria-label={`Category name: ${category.name}`}
        maxLength={LIMITS.categoryNameChars}
        defaultValue={category.name}
        className={`${FIELD} border-transparent bg-transparent hover:border-line-strong focus:border-line-strong`}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && event.currentTarget.blur()}
        onBlur={async ({ currentTarget }) => {
          if (!(await rename(currentTarget.value))) currentTarget.value = category.name
        }}
      />
      <IconButton label={`Delete category ${category.name}`} onClick={remove}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  )
}
