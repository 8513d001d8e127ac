import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

type Fields = Record<string, unknown>

const scriptOf = (steps: readonly Fields[]) => steps.map((step) => JSON.stringify(step)).join('\n')

const roulette = { table: { book: 'mbs/roulette@3' } }
const open = { do: 'place-your-bets' }
const rest = (pocket: unknown) => ({ do: 'ball-at-rest', pocket })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const explain = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, [main, 'explain', ...args], { input, encoding: 'utf8' })

test('the command tells a script from standard input, with its title', () => {
  const { status, stdout, stderr } = explain(scriptOf([{ scenario: 'A round', clauses: [] }, roulette, open]))
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Scenario: A round\n\nRoulette, mbs\/roulette@3\n=+\n/)
})

test('and in Chinese', () => {
  const { status, stdout, stderr } = explain(
    scriptOf([{ scenario: 'A round', clauses: [] }, roulette, open]),
    '--language',
    'zh',
  )
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^场景：A round\n\n轮盘，mbs\/roulette@3\n=+\n/)
  const clauses = spawnSync(process.execPath, [main, 'clauses', 'mbs/roulette@3', '--language', 'zh'], {
    encoding: 'utf8',
  })
  expect(clauses.stdout).toContain('3.1         荷官请玩家下注时，牌局开始。')
})

test.each(['fr', '', 'constructor'])('there is no language %j', (language) => {
  expect(explain(scriptOf([roulette]), '--language', language)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `croupier: there is no language ${language}; there are en and zh\n`,
  })
})

// biome-ignore format: a table is read down its columns
test.each([
  ['not JSON',        '{"table":',                                  'standard input, line 1, json: '],
  ['unknown command', scriptOf([roulette, { do: 'shout' }]),        'standard input, line 2, do: '],
  ['missing field',   scriptOf([roulette, { do: 'buy-in' }]),       'standard input, line 2, player: '],
  ['wrong type',      scriptOf([roulette, open, rest(7)]), 'standard input, line 3, pocket: '],
])('a bad script is told on one line and nothing else: %s', (_, script, message) => {
  const { status, stdout, stderr } = explain(script)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
  expect(stderr).toContain(message)
})

test('a file that is not there', () => {
  expect(explain('', 'no-such-script.jsonl')).toMatchObject({ status: 2, stdout: '' })
})
