import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** An error that is dropped is a lost alarm: the code says beside it why nothing is lost. */

const dropped = [
  /\.catch\(\(\) => (\{\}|undefined|null|false)\)/g,
  /\.catch\((ignore|noop)\)/g,
  /(?<=\.then\([^;]*,\s*)\(\) => \{\},?\s*\)/g,
  /\.on(ce)?\('error', \(\) => \{\}\)/g,
  /\bcatch(\s*\(\w+\))?\s*\{\s*\}/g,
]

/** Lines that drop an error without a comment on the same line or on the two before it. */
function bareLines(source: string): number[] {
  const lines = source.split('\n')
  const isSaid = (line: number) => lines.slice(Math.max(0, line - 2), line + 1).some((text) => /\/\/|\*\//.test(text))
  const found = dropped.flatMap((pattern) => [...source.matchAll(pattern)].map(({ index }) => index))
  const at = found.map((index) => source.slice(0, index).split('\n').length - 1)
  return [...new Set(at)].filter((line) => !isSaid(line)).map((line) => line + 1)
}

test.each([
  ['a promise', 'go()\ngone()\nwork().catch(() => {})', [3]],
  ['with its reason', '// The next beat tries again.\nwork().catch(() => {})', []],
  ['with its reason beside it', 'work().catch(() => {}) // the caller has the failure', []],
  ['a second argument', 'work().then(\n  (value) => use(value),\n  () => {},\n)', [3]],
  ['only a first argument', 'work().then(() => {})', []],
  ['a block', 'try {\n  work()\n} catch {}', [3]],
  ['an event', "socket.on('error', () => {})", [1]],
])('%s', (_, source, lines) => {
  expect(bareLines(source)).toEqual(lines)
})

test('every error that production drops has its reason beside it', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const bare = files.flatMap((file) => bareLines(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(bare).toEqual([])
})
