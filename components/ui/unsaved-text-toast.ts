import { shorten } from '#lib/board/text/text.ts'
import { announce, showToast, type ToastAction } from './toasts.ts'

const SHOWN_CHARS = 300

/** Shows text that couldn’t be saved until it is dismissed, with an action for the text. */
export function toastUnsavedText(why: string, words: string, action?: ToastAction) {
  const copy = {
    label: 'Copy',
    run: () =>
      void navigator.clipboard
        .writeText(words)
        .then(() => announce('Copied.'))
        .catch(() => toastUnsavedText('Couldn’t copy.', words)),
  }
  showToast({
    text: `${why} Your text: “${shorten(words, SHOWN_CHARS)}”`,
    tone: 'error',
    isLasting: true,
    action: action ?? copy,
  })
}
