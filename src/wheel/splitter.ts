/**
 * Splits bytes into lines, independent of their chunks. CR LF, LF or CR ends a line; empty lines are counted and left
 * out. At most one line's maximum is kept in memory: the rest of a longer line is dropped, and the line says so.
 */
export const LINE_MAX = 256

export type SplitLine = { line: number; text: string; tooLong: boolean }
type Splitting = { readonly rest: string; readonly tooLong: boolean; readonly afterCr: boolean; readonly ended: number }

export const unsplit: Splitting = { rest: '', tooLong: false, afterCr: false, ended: 0 }

/** A byte is a character: noise stays what it is, and no half character is ever waited for. */
export const asText = (chunk: string | Uint8Array): string =>
  typeof chunk === 'string' ? chunk : Array.from(chunk, (byte) => String.fromCharCode(byte)).join('')

export function split(before: Splitting, chunk: string | Uint8Array): { state: Splitting; lines: SplitLine[] } {
  const text = asText(chunk)
  const lines: SplitLine[] = []
  let state = before
  let from = 0
  // A CR LF that was cut in two between chunks ends one line, not two.
  if (state.afterCr && text.startsWith('\n')) from = 1
  if (text.length > 0) state = { ...state, afterCr: text.endsWith('\r') }
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    if (end.index < from) continue
    state = lengthen(state, text.slice(from, end.index))
    const line = state.ended + 1
    if (state.rest !== '') lines.push({ line, text: state.rest, tooLong: state.tooLong })
    state = { ...state, rest: '', tooLong: false, ended: line }
    from = end.index + end[0].length
  }
  return { state: lengthen(state, text.slice(from)), lines }
}

/** The remainder at the end of the input: a last line without its terminator. */
export const lastLine = ({ rest, tooLong, ended }: Splitting): SplitLine[] =>
  rest === '' ? [] : [{ line: ended + 1, text: rest, tooLong }]

function lengthen(state: Splitting, more: string): Splitting {
  if (more === '') return state
  const room = LINE_MAX - state.rest.length
  return { ...state, rest: state.rest + more.slice(0, room), tooLong: state.tooLong || more.length > room }
}
