/** File names that work on every system, and the header for them. */
import { shorten } from '../text/text.ts'

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** The board's name without characters that file systems refuse or people can’t see. */
export function fileName(name: string, ending: string): string {
  const bare = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const short = shorten(bare, 60).replace(/…$/, '').trim()
  return `${short === '' || RESERVED.test(short) ? `board ${short}`.trim() : short}.${ending}`
}

/** RFC 6266: an ASCII name for old clients, then the whole name. */
export function contentDisposition(file: string): string {
  const plain = file.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(file).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
