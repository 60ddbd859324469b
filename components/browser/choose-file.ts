/** Asks for a file; `null` if none is chosen. Call it from a user’s click or key. */
export async function chooseFile(accept: string): Promise<File | null> {
  return (await choose(accept, false))[0] ?? null
}

/** Asks for any number of files. */
export function chooseFiles(accept: string): Promise<readonly File[]> {
  return choose(accept, true)
}

function choose(accept: string, multiple: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const field = document.createElement('input')
    field.type = 'file'
    field.accept = accept
    field.multiple = multiple
    field.hidden = true
    // In the page, so that browser tests can find it.
    document.body.append(field)
    const end = (files: readonly File[]) => {
      field.remove()
      resolve(files)
    }
    field.addEventListener('change', () => end([...(field.files ?? [])]))
    field.addEventListener('cancel', () => end([]))
    field.click()
  })
}
