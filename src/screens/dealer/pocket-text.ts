import type { Book } from '../../books/rule-book.ts'

/** A pocket as a person types it: 7, 07, 00, s, mbs; null: the wheel has no such pocket. */
export function readPocket({ wheel }: Book, text: string): string | null {
  const typed = text.trim().toUpperCase()
  if (wheel.pockets.includes(typed)) return typed
  const plain = /^0+[1-9]/.test(typed) ? typed.replace(/^0+/, '') : typed
  return wheel.pockets.includes(plain) ? plain : null
}
