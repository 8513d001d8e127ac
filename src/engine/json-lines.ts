/** JSON Lines from outside. This file reports faults that `JSON.parse` accepts silently, such as doubled keys. */

/** A line of a text, with its number. Null: its bytes are not UTF-8. */
export type TextLine = { line: number; text: string | null }

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_FEED = 10

/** Yields one line at a time. A byte order mark has no meaning in UTF-8 and is skipped. */
export function* linesOf(source: string | Uint8Array): Generator<TextLine> {
  let line = 0
  for (const text of typeof source === 'string' ? source.split('\n') : decodedLines(source)) {
    line++
    yield { line, text: line === 1 && text?.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text }
  }
}

/** Decodes line by line, so that bytes that are not UTF-8 are reported with their line. */
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

/** A problem in a text that is not valid JSON or has the same key twice. */
export type JsonProblem = { field: string; problem: string }

/**
 * Reads a JSON value. A key that occurs twice in one object is a problem: `JSON.parse` would silently keep the last
 * one.
 *
 * @example
 * const read = readJson('{"do":"settle"}')
 * if (!isProblem(read)) console.log(read.value)
 */
export function readJson(text: string): { value: unknown } | JsonProblem {
  const value = parseJson(text)
  if (value === undefined) return { field: 'json', problem: 'this is not a JSON object' }
  const doubled = doubledKey(text)
    ?.map((part) => (typeof part === 'number' ? '[]' : part))
    .join('.')
  return doubled === undefined ? { value } : { field: doubled, problem: `${doubled} occurs twice` }
}

/** Returns undefined where a text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Finds the first key that occurs twice in one object: its path of keys and item numbers. The text is known to be JSON.
 */
export function doubledKey(text: string): readonly (string | number)[] | null {
  const within: { keys: Set<string>; at: string | number }[] = []
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '{') within.push({ keys: new Set(), at: '' })
    else if (mark === '[') within.push({ keys: new Set(), at: 0 })
    else if (mark === '}' || mark === ']') within.pop()
    else if (mark === ',') {
      const inner = within.at(-1)!
      if (typeof inner.at === 'number') inner.at++
    } else if (mark === '"') {
      const end = endOfString(text, at)
      if (isBeforeColon(text, end)) {
        const object = within.at(-1)!
        const key: string = JSON.parse(text.slice(at, end + 1))
        object.at = key
        if (object.keys.has(key)) return within.map((one) => one.at)
        object.keys.add(key)
      }
      at = end
    }
  }
  return null
}

/** A loop, because a regular expression would run out of stack on a string of some millions of characters. */
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
