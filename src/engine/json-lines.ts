/** JSON Lines as they come from outside. What JSON itself lets pass in silence is told here. */

/** A line of a text, by its number. Null: its bytes are not UTF-8. */
export type TextLine = { line: number; text: string | null }

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_FEED = 10

/** One line at a time. A byte order mark says nothing about a text that can only be UTF-8, and is passed over. */
export function* linesOf(source: string | Uint8Array): Generator<TextLine> {
  let line = 0
  for (const text of typeof source === 'string' ? source.split('\n') : decodedLines(source)) {
    line++
    yield { line, text: line === 1 && text?.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text }
  }
}

/** Line by line, so that bytes which are no text are found where they are. */
function* decodedLines(bytes: Uint8Array): Generator<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for (let from = 0; from <= bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, from)
    const to = feed < 0 ? bytes.length : feed
    yield decode(decoder, bytes.subarray(from, to))
    from = to + 1
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

export type JsonProblem = { field: string; problem: string }

/** A value and nothing but that value: of a key that is there twice, JSON would keep the last and not say so. */
export function readJson(text: string): { value: unknown } | JsonProblem {
  const value = parseText(text)
  if (value === undefined) return { field: 'json', problem: 'this is not a JSON object' }
  const doubled = doubledKey(text)
  return doubled === null ? { value } : { field: doubled, problem: `${doubled} is there twice` }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first key that is twice in one object, with the keys that lead to it. The text is known to be JSON. */
function doubledKey(text: string): string | null {
  const within: { keys: Set<string>; key: string }[] = []
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '{' || mark === '[') within.push({ keys: new Set(), key: '' })
    else if (mark === '}' || mark === ']') within.pop()
    else if (mark === '"') {
      const end = endOfString(text, at)
      if (isBeforeColon(text, end)) {
        const object = within.at(-1)!
        object.key = JSON.parse(text.slice(at, end + 1))
        if (object.keys.has(object.key)) return within.map(({ key }) => key || '[]').join('.')
        object.keys.add(object.key)
      }
      at = end
    }
  }
  return null
}

/** By hand: a pattern would run out of stack on a string of some millions of characters. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
  return text[at] === ':'
}
