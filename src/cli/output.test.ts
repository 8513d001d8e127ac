import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'croupier-output-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A shell's own pipe, as people use it: what Node gives its children are sockets. */
function shell(line: string) {
  const env = { ...process.env, node: process.execPath, main: join(here, 'main.ts'), folder }
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8', maxBuffer: 2 ** 30 })
  return { stdout, stderr }
}

function scriptOf(commands: number): string {
  const file = join(folder, `script-${commands}.jsonl`)
  const lines = Array.from({ length: commands }, (_, at) => `{"do":"buy-in","player":"ann","amount":${at + 1}}`)
  writeFileSync(file, ['{"table":{"book":"mbs/roulette@3"}}', ...lines].join('\n'))
  return file
}

test('200,000 answers come whole and in order through a reader that takes a few bytes at a time', () => {
  const { stdout, stderr } = shell(`"$node" "$main" play ${scriptOf(199_999)} | dd bs=512 status=none`)
  const answers = stdout.trimEnd().split('\n')
  expect([stderr, answers.length]).toEqual(['', 199_999])
  const wrong = answers.findIndex((answer, at) => JSON.parse(answer).events[0].amount !== at + 1)
  expect(wrong).toBe(-1)
})

test('a script that comes a few bytes at a time is read whole', () => {
  const { stdout } = shell(`dd if=${scriptOf(5_000)} bs=64 status=none | "$node" "$main" play - | wc -l`)
  expect(Number(stdout)).toBe(5_000)
})

describe('a reader that had enough ends a command quietly', () => {
  const long = () => scriptOf(20_000)
  // biome-ignore format: a table is read down its columns
  test.each([
    ['play',    () => `play ${long()}`],
    ['explain', () => `explain ${long()}`],
    ['spots',   () => 'spots mbs/roulette@3 --json'],
    ['odds',    () => 'odds mbs/roulette@3'],
    ['clauses', () => 'clauses mbs/roulette@3'],
    ['layout',  () => 'layout mbs/roulette@3'],
    ['diff',    () => 'diff mbs/sands-roulette@1 mbs/sands-roulette@2'],
    ['wheel',   () => 'wheel --book mbs/roulette@3 --simulate 2000 --seed 1'],
    ['simulate', () => 'simulate mbs/roulette@3 --wager red=500 --rounds 1000 --seed 1'],
    ['an endless stream', () => 'randomness wheel --stream'],
    ['help',    () => '--help'],
  ])('%s', (_, command) => {
    const { stdout, stderr } = shell(`{ "$node" "$main" ${command()}; echo "exit $?" >&2; } | head -c 1`)
    expect([stdout.length, stderr]).toEqual([1, 'exit 0\n'])
  })
})

test.runIf(existsSync('/dev/full'))('a disk that is full is told in one line', () => {
  const { stderr } = shell('"$node" "$main" spots mbs/roulette@3 > /dev/full; echo "exit $?" >&2')
  expect(stderr).toBe('croupier: standard output cannot be written: ENOSPC\nexit 2\n')
})

test('a file that takes only a part is no success', () => {
  const whole = shell('"$node" "$main" spots mbs/roulette@3 > "$folder/whole"; echo "exit $?"; wc -c < "$folder/whole"')
  expect(whole.stdout).toMatch(/^exit 0\n\s*\d{4,}\n$/)
  const part = shell('(ulimit -f 1; "$node" "$main" spots mbs/roulette@3 > "$folder/part"); echo "exit $?" >&2')
  expect(part.stderr).toBe('croupier: standard output cannot be written: EFBIG\nexit 2\n')
})

test('standard input that is a folder is told in one line', () => {
  expect(shell('"$node" "$main" play < "$folder"').stderr).toBe('croupier: standard input cannot be read: EISDIR\n')
})

test('there is one way of writing', () => {
  const codeOf = (file: string): string => readFileSync(join(here, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const others = readdirSync(here)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => file !== 'standard-streams.ts')
    .filter((file) => /console\.(log|info|table)|stdout|writeSync/.test(codeOf(file)))
  expect(others).toEqual([])
})
