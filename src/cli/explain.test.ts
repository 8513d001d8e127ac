import { expect, test } from 'vitest'
import { croupier } from '../../test/support/cli.ts'

type Fields = Record<string, unknown>

const scriptOf = (steps: readonly Fields[]) => steps.map((step) => JSON.stringify(step)).join('\n')

const roulette = { table: { book: 'mbs/roulette@3' } }
const open = { do: 'place-your-bets' }
const rest = (pocket: unknown) => ({ do: 'ball-at-rest', pocket })

const explain = (input: string, ...args: string[]) => croupier(['explain', ...args], input)

test('the command tells a script from standard input, with its title', async () => {
  const { status, stdout, stderr } = await explain(scriptOf([{ scenario: 'A round', clauses: [] }, roulette, open]))
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Scenario: A round\n\nRoulette, mbs\/roulette@3\n=+\n/)
})

test('and in Chinese', async () => {
  const { status, stdout, stderr } = await explain(
    scriptOf([{ scenario: 'A round', clauses: [] }, roulette, open]),
    '--language',
    'zh',
  )
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^场景：A round\n\n轮盘，mbs\/roulette@3\n=+\n/)
  const clauses = await croupier(['clauses', 'mbs/roulette@3', '--language', 'zh'])
  expect(clauses.stdout).toContain('3.1         荷官请玩家下注时，一局开始。')
})

test.each(['fr', '', 'constructor'])('there is no language %j', async (language) => {
  expect(await explain(scriptOf([roulette]), '--language', language)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `croupier: --language must be one of en, zh, not ${language}\n`,
  })
})

// biome-ignore format: a table is read down its columns
test.each([
  ['not JSON',        '{"table":',                                  'standard input, line 1, json: '],
  ['unknown command', scriptOf([roulette, { do: 'shout' }]),        'standard input, line 2, do: '],
  ['missing field',   scriptOf([roulette, { do: 'buy-in' }]),       'standard input, line 2, player: '],
  ['wrong type',      scriptOf([roulette, open, rest(7)]), 'standard input, line 3, pocket: '],
])('a bad script is told on one line and nothing else: %s', async (_, script, message) => {
  const { status, stdout, stderr } = await explain(script)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
  expect(stderr).toContain(message)
})

test('a file that is not there', async () => {
  expect(await explain('', 'no-such-script.jsonl')).toMatchObject({ status: 2, stdout: '' })
})
