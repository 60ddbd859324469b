/** Downloads a URL of this server under the name it sends, without leaving the page. */
export function download(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
