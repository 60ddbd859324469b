/** Saves what an address of ours answers, under the name it answers with. The page stays where it is. */
export function download(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
