import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { campaign } from '../../test/campaign.ts'
import { bookById, books } from '../books/index.ts'
import type { Decision } from './decision.ts'
import { ROUNDS_KEPT_MAX } from './history.ts'
import {
  isScriptProblem,
  missing,
  playScript,
  readScript,
  readSteps,
  type Script,
  type ScriptProblem,
} from './script.ts'
import { fundsOf, summaryOf } from './summary.ts'
import { pitView } from './views.ts'

const table = '{"table":{"book":"mbs/roulette@3"}}'
const buyIn = '{"do":"buy-in","player":"ann","amount":5000,"id":"c1"}'
const terminals = (rest: string) => `{"table":{"book":"rws/roulette-double-zero-etg@4"${rest}}}`

const read = (...lines: string[]) => readScript(lines.join('\n'), bookById)

function scriptOf(...lines: string[]): Script {
  const script = read(...lines)
  if (isScriptProblem(script)) throw new Error(`line ${script.line}, ${script.field}: ${script.problem}`)
  return script
}

function problemOf(...lines: string[]): ScriptProblem {
  const script = read(...lines)
  if (!isScriptProblem(script)) throw new Error('this was read')
  return script
}

const play = (...lines: string[]) => [...playScript(scriptOf(...lines))]
const answersTo = (...lines: string[]): Decision[] =>
  play(...lines).flatMap((played) => (played.played === 'command' ? [played.answer] : []))
const missesIn = (...lines: string[]): (string | null)[] =>
  play(...lines).flatMap((played) => (played.played === 'expect' ? [played.missed] : []))

describe('a line that cannot be read is told with its number and field', () => {
  test.each([
    ['json', '{"do":"settle"'],
    ['json', "{'do':'settle'}"],
    ['json', 'settle'],
    ['json', '[]'],
    ['json', 'null'],
    ['json', '"settle"'],
    ['json', '{"do":"settle"}{"do":"settle"}'],
    ['json', '{"do":"settle",}'],
    ['do', '{}'],
    ['do', '{"do":"fly"}'],
    ['do', '{"do":5}'],
    ['do', '{"do":"__proto__"}'],
    ['do', '{"fly":{"player":"ann"}}'],
    ['player', '{"do":"buy-in","amount":5}'],
    ['amount', '{"do":"buy-in","player":"ann"}'],
    ['amount', '{"do":"buy-in","player":"ann","amount":"5"}'],
    ['amount', '{"do":"buy-in","player":"ann","amount":0.5}'],
    ['amount', '{"do":"buy-in","player":"ann","amount":1e400}'],
    ['amout', '{"do":"buy-in","player":"ann","amount":5,"amout":5}'],
    ['stake', '{"do":"wager","player":"ann","spot":"17"}'],
    ['by', '{"do":"settle","by":"king"}'],
    ['at', '{"do":"settle","at":"noon"}'],
    ['id', '{"do":"settle","id":7}'],
    ['__proto__', '{"do":"settle","__proto__":{}}'],
    ['scenario', '{"scenario":5,"clauses":[]}'],
    ['clauses', '{"scenario":"one"}'],
    ['clauses', '{"scenario":"one","clauses":"3.1"}'],
    ['clauses', '{"scenario":"one","clauses":[3.1]}'],
    ['readings', '{"scenario":"one","clauses":["3.1"],"readings":"5"}'],
    ['readings', '{"scenario":"one","clauses":["3.1"],"readings":["5"]}'],
    ['table', '{"table":5}'],
    ['table', '{"table":["mbs/roulette@3"]}'],
  ])('%s in %s', (field, line) => {
    expect(problemOf(table, '', '# a comment', buyIn, line, buyIn)).toMatchObject({ line: 5, field })
  })

  test.each([
    ['amount', '{"do":"buy-in","player":"ann","amount":5,"amount":50}'],
    ['do', '{"do":"settle","do":"settle"}'],
    ['do', '{"do":"settle","d\\u006f":"no-spin"}'],
    ['by.role', '{"do":"settle","by":{"role":"dealer", "role" : "shift-manager"}}'],
    ['table.limits.default.min', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":5,"max":9,"min":6}}}}'],
    ['expect.events.[].player', '{"expect":{"events":[{"player":"a"},{"player":"a","player":"b"}]}}'],
    ['__proto__', '{"do":"settle","__proto__":1,"__proto__":2}'],
  ])('a key that occurs twice: %s in %s', (field, line) => {
    expect(problemOf(table, line)).toEqual({ line: 2, field, problem: `${field} occurs twice` })
  })

  test('text that only looks like a repeated key is accepted', () => {
    const lines = [
      '{"scenario":"\\"do\\":{\\"do\\":1","clauses":["a","a"]}',
      '{"expect":{"events":[{"a":"a"},{"a":"\\\\"}]}}',
    ]
    expect(scriptOf(table, ...lines)).toHaveLength(3)
  })

  test('any JSON that was written from a value is read', () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter })
    const property = fc.property(
      value,
      (expected) => scriptOf(table, JSON.stringify({ expect: expected })).length === 2,
    )
    fc.assert(property, { numRuns: Math.ceil(300 * campaign) })
  })

  test('a string of millions of characters is told like any other', () => {
    const long = JSON.stringify('x"\\'.repeat(2_000_000))
    expect(problemOf(table, `{"do":"buy-in","player":${long},"amount":5}`)).toMatchObject({ line: 2, field: 'player' })
    expect(problemOf(table, `${' '.repeat(9_000_000)}{`)).toMatchObject({ line: 2, field: 'json' })
  })

  test('lines that end as on other systems are counted alike', () => {
    expect(problemOf(`${table}\r`, `${buyIn}\r`, '{"do":"fly"}\r')).toMatchObject({ line: 3, field: 'do' })
  })

  test('nothing of a script is played when a later line is wrong', () => {
    expect(isScriptProblem(read(table, buyIn, 'oops'))).toBe(true)
  })

  test.each([buyIn, '{"expect":{}}'])('a script begins with its table, not with %s', (line) => {
    expect(problemOf('# first', line, table)).toMatchObject({ line: 2, field: 'table' })
  })

  test.each([
    ['do', '{"expect":{"events":[]},"do":"place-your-bets"}'],
    ['table', `{"scenario":"one","clauses":[],"table":{"book":"mbs/roulette@3"}}`],
    ['do', '{"table":{"book":"mbs/roulette@3"},"do":"place-your-bets"}'],
  ])('what would be passed over in silence is named: %s in %s', (field, line) => {
    expect(problemOf(table, buyIn, line)).toMatchObject({ line: 3, field })
  })

  test.each(['{"do":', '{"table":{"book":'])('a line nested without end, %s, is told like any other', (start) => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const end = '}'.repeat(start.split('{').length - 1)
    expect(problemOf(table, `${start}${deep}${end}`).line).toBe(2)
  })

  test('any text is read or told', () => {
    const lines = fc.oneof(fc.string(), fc.json(), fc.constantFrom(table, buyIn, '{"do":"settle"}', '{"expect":{}}'))
    const property = fc.property(fc.array(lines, { maxLength: 8 }), (some) => {
      const script = readScript([table, ...some].join('\n'), bookById)
      return isScriptProblem(script) ? script.line >= 1 && script.problem !== '' : script.length > 0
    })
    fc.assert(property, { numRuns: 500 })
  })
})

describe('the bytes of a script', () => {
  const bytesOf = (...lines: (string | readonly number[])[]): Uint8Array =>
    Uint8Array.from(
      lines.flatMap((line, at) => [
        ...(at > 0 ? [10] : []),
        ...(typeof line === 'string' ? new TextEncoder().encode(line) : line),
      ]),
    )
  const latin1 = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
  const readBytes = (...lines: (string | readonly number[])[]) => readScript(bytesOf(...lines), bookById)

  test('are read as the text that they are', () => {
    const lines = ['# 赌台', table, '', '{"do":"buy-in","player":"Ren\u00e9e 😀","amount":5}', '']
    expect(readBytes(...lines)).toEqual(scriptOf(...lines))
    expect(readBytes()).toEqual([])
  })

  test.each([
    ['Latin-1', latin1('{"do":"buy-in","player":"Ren\u00e9e","amount":5}')],
    ['Latin-1 in a word to the reader', latin1('# Ren\u00e9e')],
    ['half a character at the end', [...latin1('# '), 0xe8, 0xb5]],
    ['half of a pair', [...latin1('# '), 0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x23, 0]],
  ])('that are not UTF-8 are told with their line: %s', (_, bytes) => {
    expect(readBytes(table, '', bytes, buyIn)).toEqual({ line: 3, field: 'text', problem: 'this is not UTF-8' })
  })

  test('a problem before them is told first', () => {
    expect(readBytes(table, 'oops', [0xff])).toMatchObject({ line: 2, field: 'json' })
  })

  test('a byte order mark is passed over, at the start alone', () => {
    expect(readBytes(`\ufeff${table}`, buyIn)).toEqual(scriptOf(table, buyIn))
    expect(read(`\ufeff${table}`, buyIn)).toEqual(scriptOf(table, buyIn))
    expect(read('\ufeff# first', table)).toEqual(scriptOf('# first', table))
    expect(problemOf(table, `\ufeff${buyIn}`)).toMatchObject({ line: 2, field: 'json' })
  })
})

test('reading takes one line for each step and looks back at none', () => {
  let taken = 0
  function* lines() {
    yield { line: 1, text: table }
    for (let line = 2; line <= 5_000; line++) {
      taken = line
      const text = { line, text: buyIn }
      yield Object.defineProperty(text, 'text', { get: () => (taken === line ? buyIn : 'this was looked back at') })
    }
  }
  let given = 0
  for (const step of readSteps(lines(), bookById)) {
    given++
    expect(step).toMatchObject({ line: given })
    expect(given === 1 || taken === given).toBe(true)
  }
  expect(given).toBe(5_000)
})

describe('the table line', () => {
  test.each([
    ['book', '{"table":{}}'],
    ['book', '{"table":{"book":"mbs/roulette@4"}}'],
    ['book', '{"table":{"book":5}}'],
    ['book', '{"table":{"book":"__proto__"}}'],
    ['layout', '{"table":{"book":"mbs/roulette@3","layout":"A"}}'],
    ['layout', '{"table":{"book":"mbs/roulette@3","layout":"constructor"}}'],
    ['layout', '{"table":{"book":"mbs/roulette@3","layout":null}}'],
    ['terminal', '{"table":{"book":"mbs/roulette@3","terminal":"rapid"}}'],
    ['terminal', '{"table":{"book":"mbs/roulette@3","terminal":null}}'],
    ['layout', terminals('')],
    ['layout', terminals(',"terminal":"rapid"')],
    ['layout', terminals(',"layout":"C","terminal":"rapid"')],
    ['layout', terminals(',"layout":["A"]')],
    ['terminal', terminals(',"layout":"A","terminal":"alfastreet"')],
    ['terminal', terminals(',"layout":"B"')],
    ['terminal', terminals(',"layout":"B","terminal":"slow"')],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":5}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":[]}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":null}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":5}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":"5"}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":0.5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":-5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"least":5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":6,"max":5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"default":{"min":6},"red":{"max":5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"line":{"max":5}}}}'],
    ['limits', '{"table":{"book":"mbs/roulette@3","limits":{"__proto__":{"max":5}}}}'],
    ['limits', terminals(',"layout":"A","limits":{"six-line":{"max":5}}')],
    ['limits', terminals(',"layout":"A","limits":{"top-line":{"max":5}}')],
    ['wheelOrder', '{"table":{"book":"mbs/roulette@3","wheelOrder":["0"]}}'],
    ['wheelOrder', '{"table":{"book":"mbs/roulette@3","wheelOrder":"0 32 15"}}'],
    ['wheelOrder', '{"table":{"book":"mbs/roulette@3","wheelOrder":null}}'],
    ['maximum', '{"table":{"book":"mbs/roulette@3","maximum":5}}'],
    ['note', '{"table":{"book":"mbs/roulette@3"},"note":"x"}'],
  ])('%s is named in %s', (field, line) => {
    expect(problemOf('', line)).toMatchObject({ line: 2, field })
  })

  test('a wheel must hold each pocket once', () => {
    const order = books.find(({ id }) => id === 'mbs/roulette@3')!.wheel.order
    const withOrder = (wheelOrder: readonly unknown[]) =>
      JSON.stringify({ table: { book: 'mbs/roulette@3', wheelOrder } })
    expect(problemOf(withOrder(order.with(0, '1'))).field).toBe('wheelOrder')
    expect(problemOf(withOrder([...order, '0'])).field).toBe('wheelOrder')
    expect(problemOf(withOrder(order.map(Number))).field).toBe('wheelOrder')
    expect(scriptOf(withOrder(order.toReversed()))[0]).toMatchObject({ setup: { wheelOrder: order.toReversed() } })
  })

  test.each([
    ['{"table":{"book":"mbs/roulette@3","layout":"table"}}', 'table', null],
    [terminals(',"layout":"A"'), 'A', 'rapid'],
    [terminals(',"layout":"B","terminal":"rapid"'), 'B', 'rapid'],
    [terminals(',"layout":"B","terminal":"alfastreet","limits":{"top-line":{"max":5}}'), 'B', 'alfastreet'],
  ])('%s is read', (line, layout, terminal) => {
    expect(scriptOf(line)[0]).toMatchObject({ step: 'table', setup: { layout, terminal } })
  })
})

test('the steps of a script keep the numbers of their lines', () => {
  const script = scriptOf(
    '# a story',
    '{"scenario":"one","clauses":["3.1"]}',
    '',
    table,
    '  # aside',
    buyIn,
    '{"expect":{}}',
  )
  expect(script.map(({ line, step }) => [line, step])).toEqual([
    [2, 'scenario'],
    [4, 'table'],
    [6, 'command'],
    [7, 'expect'],
  ])
})

describe('expectations', () => {
  test.each([
    ['{"expect":{"events":[{"type":"bought-in","amount":5000}]}}', null],
    ['{"expect":{}}', null],
    ['{"expect":{"summary":{"players":{"ann":{"balance":5000}},"balanced":true}}}', null],
    ['{"expect":{"events":[{"amount":5001}]}}', 'expect.events[0].amount is 5000, not 5001'],
    ['{"expect":{"events":[{"amount":"5000"}]}}', 'expect.events[0].amount is 5000, not "5000"'],
    ['{"expect":{"events":[]}}', 'expect.events has 1 entries, not 0'],
    ['{"expect":{"events":{}}}', 'expect.events is ['],
    ['{"expect":{"refused":"balance-too-low"}}', 'expect.refused is missing, not "balance-too-low"'],
    ['{"expect":{"events":[{"chips":null}]}}', 'expect.events[0].chips is missing, not null'],
    ['{"expect":{"summary":{"house":1}}}', 'expect.summary.house is 0, not 1'],
    ['{"expect":{"summary":{"players":{"ben":{}}}}}', 'expect.summary.players.ben is missing'],
  ])('%s', (line, missed) => {
    const [said] = missesIn(table, buyIn, line)
    if (missed === null) expect(said).toBe(null)
    else expect(said).toContain(missed)
  })

  test('are of the answer just before, and a miss does not stop the play', () => {
    const lines = [
      table,
      buyIn,
      '{"do":"settle"}',
      '{"expect":{"events":[]}}',
      '{"expect":{"refused":"no-round-in-progress"}}',
    ]
    expect(missesIn(...lines)).toEqual([expect.stringContaining('expect.events is missing'), null])
    expect(answersTo(...lines, '{"do":"place-your-bets"}')).toHaveLength(3)
  })

  test('on a fresh table there is no answer yet', () => {
    expect(missesIn(table, buyIn, table, '{"expect":{"events":[{"amount":5000}]}}')[0]).toContain('events is missing')
  })

  test('any value contains itself, and misses fields that it lacks', () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    const property = fc.property(value, (some) => missing(some, structuredClone(some), 'x') === null)
    fc.assert(property, { numRuns: 300 })
    const longer = fc.property(value, (some) => missing([some, some], [some], 'x') !== null)
    fc.assert(longer, { numRuns: 100 })
  })
})

describe('playing', () => {
  test('a further table line starts a fresh table', () => {
    const answers = answersTo(table, buyIn, '{"do":"place-your-bets"}', table, '{"do":"settle"}', buyIn)
    expect(answers[2]).toMatchObject({ refused: 'no-round-in-progress' })
    expect(answers[3]).toMatchObject({ events: [{ type: 'bought-in' }] })
    const funds = '{"expect":{"summary":{"players":{"ann":{"balance":5000}},"rounds":0}}}'
    expect(missesIn(table, buyIn, '{"do":"place-your-bets"}', table, buyIn, funds)).toEqual([null])
  })

  test('who gives a command where nobody is named follows from the book that decides it, not from one that was refused', () => {
    const setBook = '{"do":"set-book","book":"mbs/sands-roulette@2","reason":"approved"}'
    const atRest = [
      '{"do":"wager","player":"ann","spot":"17","stake":500}',
      '{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}',
      '{"do":"no-more-bets"}',
      '{"do":"ball-at-rest","pocket":"17"}',
      '{"do":"refer","reason":"a quarrel"}',
      '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"stands","reason":"clear"}',
      '{"do":"decide","decision":"settle","reason":"clear"}',
    ]
    const script = [
      '{"table":{"book":"mbs/sands-roulette@1"}}',
      '{"do":"buy-in","player":"ann","amount":5000}',
      '{"do":"place-your-bets"}',
      setBook,
      ...atRest,
      setBook,
      '{"do":"place-your-bets"}',
      ...atRest.filter((line) => !line.includes('"refer"') && !line.includes('"decide"')),
    ]
    const given = [...playScript(readScript(script.join('\n'), bookById) as Script)].flatMap((step) =>
      step.played === 'command' ? [step] : [],
    )
    const of = (name: string) => given.filter(({ command }) => command.do === name)
    expect(of('set-book').map(({ answer }) => 'refused' in answer)).toEqual([true, false])
    expect(of('rule-on-wager').map(({ command }) => command.by.role)).toEqual(['shift-manager', 'pit-supervisor'])
    expect(of('rule-on-wager').every(({ answer }) => 'events' in answer)).toBe(true)
  })

  test('the same id twice is the same answer, and nothing more happens', () => {
    const other = '{"do":"cash-out","player":"ann","amount":1,"id":"c1"}'
    const [first, again, different] = answersTo(table, buyIn, buyIn, other)
    expect(first).toMatchObject({ events: [{ type: 'bought-in' }] })
    expect(again).toBe(first)
    expect(different).toBe(first)
    expect(missesIn(table, buyIn, buyIn, other, '{"expect":{"summary":{"players":{"ann":{"balance":5000}}}}}')).toEqual(
      [null],
    )
  })

  test("another player's command with the same id is another command", () => {
    const ben = buyIn.replace('ann', 'ben')
    const answers = answersTo(table, buyIn, ben, ben)
    expect(answers).toMatchObject(['ann', 'ben', 'ben'].map((player) => ({ events: [{ player }] })))
    expect(answers[2]).toBe(answers[1])
    const sums = '{"expect":{"summary":{"players":{"ann":{"balance":5000},"ben":{"balance":5000}}}}}'
    expect(missesIn(table, buyIn, ben, ben, sums)).toEqual([null])
  })

  test('a player with or without a name in by is the same caller; staff are other callers', () => {
    const by = (giver: object | string) => JSON.stringify({ ...JSON.parse(buyIn), by: giver })
    const [first, named, dealer, again, other] = answersTo(
      table,
      buyIn,
      by({ role: 'player', name: 'ann' }),
      by('dealer'),
      by('dealer'),
      by({ role: 'dealer', name: 'Lim' }),
    )
    expect(named).toBe(first)
    expect(again).toBe(dealer)
    expect(new Set([first, dealer, other]).size).toBe(3)
  })

  test('names that look the same are one account', () => {
    const buy = (player: string) => JSON.stringify({ do: 'buy-in', player, amount: 5 })
    const sums = '{"expect":{"summary":{"players":{"Ren\u00e9e":{"balance":15}}}}}'
    expect(missesIn(table, buy('Ren\u00e9e'), buy('Rene\u0301e'), buy(' Ren\u00e9e '), sums)).toEqual([null])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'house', 'player:ann'])(
    'a player called %s plays as any other',
    (player) => {
      const put = (fields: object) => JSON.stringify({ ...fields, player })
      const lines = [
        table,
        put({ do: 'buy-in', amount: 5000 }),
        '{"do":"place-your-bets"}',
        put({ do: 'wager', spot: '17', stake: 1000 }),
        '{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}',
        '{"do":"no-more-bets"}',
        '{"do":"ball-at-rest","pocket":"17"}',
        '{"do":"settle"}',
      ]
      const sums = (balance: number) =>
        `{"expect":{"summary":{"players":{${JSON.stringify(player)}:{"balance":${balance}}},"balanced":true}}}`
      expect(missesIn(...lines, sums(40_000))).toEqual([null])
      expect(missesIn(...lines, sums(1))[0]).toContain('balance is 40000')
      expect(missesIn(table, sums(0))[0]).toContain('is missing')
      const last = play(...lines).at(-1)
      if (last?.played !== 'command') throw new Error('nothing was settled')
      const funds = summaryOf(last.table.book, last.table.state).players
      expect(JSON.parse(JSON.stringify(funds))).toEqual(
        JSON.parse(`{${JSON.stringify(player)}:${JSON.stringify(fundsOf(last.table.state, player))}}`),
      )
      expect(Object.keys(pitView(last.table.book, last.table.state).seats)).toEqual([player])
    },
  )

  test('an id that was refused stays refused', () => {
    const early = '{"do":"wager","player":"ann","spot":"17","stake":500,"id":"w1"}'
    const answers = answersTo(table, buyIn, early, '{"do":"place-your-bets"}', early)
    expect(answers[1]).toMatchObject({ refused: 'betting-is-closed' })
    expect(answers[3]).toBe(answers[1])
  })

  test('without an id, the same command is a second one', () => {
    const twice = '{"do":"buy-in","player":"ann","amount":5000}'
    expect(missesIn(table, twice, twice, '{"expect":{"summary":{"players":{"ann":{"balance":10000}}}}}')).toEqual([
      null,
    ])
  })

  test('an id of one table is free on the next', () => {
    const answers = answersTo(table, buyIn, table, '{"do":"place-your-bets","id":"c1"}')
    expect(answers[1]).toMatchObject({ events: [{ type: 'betting-opened' }] })
  })

  test('a script holds all its rounds: the first is put right after thousands of others', () => {
    const first = [
      '{"do":"place-your-bets"}',
      '{"do":"wager","player":"ann","spot":"17","stake":1000}',
      '{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}',
      '{"do":"no-more-bets"}',
      '{"do":"ball-at-rest","pocket":"17","revolutions":2}',
    ]
    const others = Array.from({ length: ROUNDS_KEPT_MAX + 5 }, () => ['{"do":"place-your-bets"}', '{"do":"no-spin"}'])
    const right = '{"do":"correct-outcome","round":1,"pocket":"17","reason":"twelve, not two"}'
    const answers = answersTo(table, buyIn, ...first, ...others.flat(), right)
    expect(answers.at(-1)).toMatchObject({ events: [{ from: null, adjustments: [{ player: 'ann', amount: 35_000 }] }] })
  })

  test('each command has one answer, with its line and the table as it then was', () => {
    const played = play(table, buyIn, '', '{"do":"settle"}')
    expect(played.map(({ line, played: what }) => [line, what])).toEqual([
      [1, 'table'],
      [2, 'command'],
      [4, 'command'],
    ])
  })
})
