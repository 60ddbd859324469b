/** Asks for a file; `null` where none is chosen. It has to be called in answer to a hand. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const field = document.createElement('input')
    field.type = 'file'
    field.accept = accept
    field.hidden = true
    // In the page, so that what drives browsers finds it as it finds any other.
    document.body.append(field)
    const end = (file: File | null) => {
      field.remove()
      resolve(file)
    }
    field.addEventListener('change', () => end(field.files?.[0] ?? null))
    field.addEventListener('cancel', () => end(null))
    field.click()
  })
}
