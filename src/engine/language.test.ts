import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { campaign } from '../../test/campaign.ts'
import { bookById } from '../books/index.ts'
import { positionRefusal } from './decide.ts'
import {
  type Command,
  type CommandName,
  commandNames,
  commands,
  isForWheel,
  isProblem,
  leastFor,
  type Problem,
  readCommand,
} from './language.ts'
import { CENTS_MAX } from './money.ts'
import { roles } from './positions.ts'

/** Every command with all its fields; what stands under `may` can be left out. */
type Example = { must: Record<string, unknown>; may?: Record<string, unknown>; by: string }

// biome-ignore format: a table is read down its columns
const examples: Record<CommandName, Example> = {
  'buy-in':          { by: 'player', must: { player: 'ann', amount: 5000 } },
  'cash-out':        { by: 'player', must: { player: 'ann', amount: 5000 }, may: { colour: 'blue' } },
  'repay':           { by: 'player', must: { player: 'ann', amount: 5000 } },
  'place-your-bets': { by: 'dealer', must: {}, may: { closesAt: '2026-03-01T12:30:27.5+08:00' } },
  'wager':           { by: 'player', must: { player: 'ann', spot: '17', stake: 500 }, may: { own: true } },
  'withdraw':        { by: 'player', must: { player: 'ann', spot: '17' }, may: { stake: 500 } },
  'spin':            { by: 'dealer', must: { ball: 'clockwise', wheel: 'still' }, may: { rotorSpeed: 153 } },
  'no-more-bets':    { by: 'dealer', must: {} },
  'allow-early-close': { by: 'pit-manager', must: {} },
  'bonus-numbers':   { by: 'system', must: { numbers: ['1', 'S'] } },
  'ball-at-rest':    { by: 'dealer', must: { pocket: '00' }, may: { revolutions: 0 } },
  'rule-on-wager':   { by: 'pit-supervisor', must: { player: 'ann', spot: '17', treatment: 'stands', reason: 'clear enough' }, may: { stake: 500, round: 1 } },
  'settle':          { by: 'dealer', must: {} },
  'irregularity':    { by: 'dealer', must: { code: 'ball-broke' }, may: { reason: 'x' } },
  'no-spin':         { by: 'dealer', must: {}, may: { reason: 'the ball was dropped' } },
  'power-failure':   { by: 'dealer', must: {} },
  'resume':          { by: 'dealer', must: {} },
  'interruption':    { by: 'dealer', must: {}, may: { terminals: ['t1', 't2'] } },
  'refer':           { by: 'dealer', must: { reason: 'a dog ran over the layout' }, may: { round: 1 } },
  'decide':          { by: 'shift-manager', must: { decision: 'void' }, may: { reason: 'so be it', awards: { ann: 500 } } },
  'correct-outcome': { by: 'pit-supervisor', must: { round: 1, pocket: '17', reason: 'misread' } },
  'void-rounds':     { by: 'pit-supervisor', must: { rounds: [1, 2], code: 'ball-broke', reason: 'a crack' } },
  'close-table':     { by: 'pit-supervisor', must: { reason: 'tea' } },
  'open-table':      { by: 'pit-supervisor', must: { reason: 'no more tea' } },
  'set-book':        { by: 'shift-manager', must: { book: 'mbs/sands-roulette@2', reason: 'the new rules' } },
  'set-limits':      { by: 'pit-supervisor', must: { limits: {} }, may: { reason: 'a busy night' } },
}

const rows = commandNames.map((name) => ({ name, ...examples[name] }))
const whole = (name: CommandName) => ({ do: name, ...examples[name].must, ...examples[name].may })

const fieldsOf = (command: object & { do: string }) => Object.keys(command).map((field) => `${command.do} ${field}`)

function problemOf(value: unknown): Problem {
  const read = readCommand(value)
  if (!isProblem(read)) throw new Error(`this was read: ${JSON.stringify(read)}`)
  return read
}

test('a script may name the source of a spin or a result: it says who gives the command', () => {
  const rest = { do: 'ball-at-rest', pocket: '17' }
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  for (const order of [rest, spin]) {
    expect(readCommand({ ...order, source: 'wheel' })).toEqual({ ...order, by: { role: 'wheel' } })
    const dealer = { role: 'dealer', name: 'wheel' }
    expect(readCommand({ ...order, by: dealer, source: 'wheel' })).toEqual({ ...order, by: { role: 'wheel' } })
    expect(readCommand({ ...order, by: dealer, source: 'dealer' })).toEqual({ ...order, by: dealer })
  }
  expect(problemOf({ do: 'settle', source: 'wheel' }).field).toBe('source')
})

test('a wheel gives what it reports, and nothing else', () => {
  const ofWheel = commandNames.filter((name) => isForWheel(name))
  expect(ofWheel.sort()).toEqual(
    // biome-ignore format: one list
    ['ball-at-rest', 'interruption', 'irregularity', 'no-more-bets', 'no-spin', 'place-your-bets', 'power-failure', 'spin'],
  )
  const book = bookById('mbs/roulette@3')!
  for (const name of commandNames) {
    const refusal = positionRefusal(book, { ...whole(name), by: { role: 'wheel' } } as Command)
    const needs = leastFor(name, book)
    if (ofWheel.includes(name) && needs === 'dealer') expect(refusal, name).toBeNull()
    else expect(refusal, name).toMatchObject({ refused: 'position-too-low', needs, by: 'wheel' })
  }
})

describe.each(rows)('$name', ({ name, must, by }) => {
  test('is read with all its fields', () => {
    const said = { by: { role: 'shift-manager', name: 'Zoe' }, at: '2026-03-01T12:30:00+08:00', id: 'c1' }
    expect(readCommand({ ...whole(name), ...said })).toEqual({ ...whole(name), ...said })
  })

  test('needs no more than what it must have, and is by the least role that may', () => {
    expect(readCommand({ do: name, ...must })).toEqual({ do: name, ...must, by: { role: by } })
  })

  test('names each field that is missing', () => {
    for (const field of Object.keys(must)) {
      const { [field]: _, ...rest } = must
      expect(problemOf({ do: name, ...rest }).field, field).toBe(field)
      expect(problemOf({ do: name, ...rest, [field]: undefined }).field, field).toBe(field)
    }
  })

  test('names a field that it does not have', () => {
    for (const field of ['', 'colour ', 'Player', 'constructor', 'toString', 'command'])
      expect(problemOf({ ...whole(name), [field]: 1 }).field).toBe(field)
  })

  test('is read by do, command, type, or with its fields inside its name', () => {
    const expected = readCommand(whole(name))
    const { do: _, ...fields } = whole(name)
    expect(isProblem(expected)).toBe(false)
    for (const form of [{ command: name, ...fields }, { type: name, ...fields }, { [name]: fields }])
      expect(readCommand(form)).toEqual(expected)
    expect(readCommand({ [name]: fields, id: 'c1' })).toEqual({ ...expected, id: 'c1' })
  })
})

test('a field inside the command’s name may not occur again beside it', () => {
  const fields = { player: 'ann', spot: '17', stake: 500 }
  for (const [field, form] of [
    ['stake', { wager: fields, stake: 600 }],
    ['stake', { wager: fields, stake: 500 }],
    ['player', { player: 'ben', wager: fields }],
    ['by', { wager: { ...fields, by: 'dealer' }, by: 'player' }],
    ['do', { wager: { ...fields, do: 'withdraw' } }],
    ['type', { wager: { ...fields, type: 'withdraw' } }],
    ['withdraw', { wager: fields, withdraw: fields }],
    ['type', { do: 'settle', type: 'no-spin' }],
    ['command', { do: 'settle', command: 'no-spin' }],
    ['type', { command: 'settle', type: 'no-spin' }],
    ['wager', { type: 'settle', wager: fields }],
  ] as const)
    expect(problemOf(form).field, JSON.stringify(form)).toBe(field)
})

describe('names', () => {
  test('are as they are compared: without blanks around them, composed', () => {
    const read = readCommand({
      do: 'wager',
      player: ' Rene\u0301e\u00a0',
      spot: '17',
      stake: 500,
      by: { role: 'player', name: 'Rene\u0301e ' },
    })
    expect(read).toMatchObject({ player: 'Ren\u00e9e', by: { role: 'player', name: 'Ren\u00e9e' } })
    expect(readCommand({ do: 'buy-in', player: 'a  b', amount: 5, colour: ' blue ', chipValue: 5 })).toMatchObject({
      player: 'a  b',
      colour: 'blue',
    })
  })

  test('names in awards are normalised too', () => {
    const awards = JSON.parse('{" Rene\u0301e ":500,"__proto__":5}')
    const read = readCommand({ do: 'decide', decision: 'void', reason: 'x', awards })
    expect(JSON.stringify(read)).toContain('"awards":{"Ren\u00e9e":500,"__proto__":5}')
  })

  test.each([
    ['a joiner', 'an\u200dn', 'U+200D'],
    ['a mark of direction', '\u202eann', 'U+202E'],
    ['a tab', 'a\tb', 'U+0009'],
    ['half a character', 'a\ud800', 'U+D800'],
  ])('with %s are refused with that reason', (_, name, hidden) => {
    const reason = `must hold no invisible character, and has ${hidden}`
    const wager = { do: 'wager', player: 'ann', spot: '17', stake: 500 }
    const awards = { do: 'decide', decision: 'void', awards: { [name]: 5 } }
    expect(problemOf({ ...wager, player: name })).toEqual({ field: 'player', problem: `player ${reason}` })
    expect(problemOf({ ...wager, by: { role: 'dealer', name } })).toEqual({ field: 'by', problem: `by ${reason}` })
    expect(problemOf({ ...wager, id: name })).toEqual({ field: 'id', problem: `id ${reason}` })
    expect(problemOf(awards)).toEqual({ field: 'awards', problem: `awards ${reason}` })
    expect(problemOf({ do: 'refer', reason: name })).toEqual({ field: 'reason', problem: `reason ${reason}` })
  })

  test('are read the same when they are read again, and what was handed over stays as it was', () => {
    const property = fc.property(fc.string({ unit: anyCharacter, maxLength: 70 }), (player) => {
      const given = { do: 'buy-in', player, amount: 5 }
      const once = readCommand(given)
      expect(given.player).toBe(player)
      if (!isProblem(once)) expect(readCommand(once)).toEqual(once)
    })
    fc.assert(property, { numRuns: Math.ceil(500 * campaign) })
  })

  test.each([' ', '\u00a0', '\u3000 ', '\u3164', '\u115f', '\ufe0f'])('%j has no visible character', (name) => {
    expect(problemOf({ do: 'buy-in', player: name, amount: 5 }).field).toBe('player')
    expect(problemOf({ do: 'settle', by: { role: 'dealer', name } }).field).toBe('by')
  })
})

test('a hidden prototype is a field that no command has', () => {
  for (const name of commandNames) {
    const text = JSON.stringify(whole(name))
    const problem = problemOf(JSON.parse(`${text.slice(0, -1)},"__proto__":{"role":"shift-manager"}}`))
    expect(problem.field).toBe('__proto__')
  }
})

const nothingLikeText = [5, null, true, '', 'a\u0000b', 'two\nlines', '\u007f', '\u0085', ['a'], {}, Number.NaN]
const nothingLikeCents = [
  '500',
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  CENTS_MAX + 1,
  null,
  [500],
  true,
  {},
]
const awardsTo = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 5]))

// biome-ignore format: a table is read down its columns
const wrong: Record<string, readonly unknown[]> = {
  name:   [...nothingLikeText, 'x'.repeat(65), ' ', '\u00a0\u3000', '\u3164', '\nann'],
  word:   [...nothingLikeText, 'x'.repeat(65)],
  text:   [...nothingLikeText, 'x'.repeat(501)],
  cents:  nothingLikeCents,
  count:  [...nothingLikeCents, -1],
  flag:   [1, 0, 'true', '', null, {}, []],
  round:  ['1', 1.5, 0, -1, Number.NaN, 2 ** 53, null, [1], true],
  time:   [...nothingLikeText, 'soon', '12:30', '2026-03-01', '2026-03-01T12:30', '2026-03-01T12:30:00', '2026-13-01T12:30:00Z', '2026-03-01T12:30:00Z or so', 1_772_339_400_000, `2026-03-01T12:30:00.${'0'.repeat(40)}Z`],
  hash:   [...nothingLikeText, 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), 5],
  words:  ['17', [], [17], [''], [null], ['a\tb'], [['17']], null, { 0: '17' }, ['x'.repeat(65)], Array(10_001).fill('1')],
  rounds: [1, [], ['1'], [0], [1.5], [null], null, [[1]]],
  object: [null, [], 'x', 5, true],
  awards: [null, [], 'ann', 5, { ann: 0 }, { ann: -5 }, { ann: 1.5 }, { ann: '5' }, { ann: CENTS_MAX + 1 }, { ' ': 5 }, { ['x'.repeat(65)]: 5 }, { 'a\tb': 5 }, awardsTo(101)],
  choice: ['sideways', '', 5, null, ['clockwise'], 'toString', '__proto__', 'Clockwise', {}],
}

const fields = commandNames.flatMap((name) =>
  Object.entries(commands[name].fields).map(([field, rule]) => ({
    name,
    field,
    kind: typeof rule === 'string' ? rule.replace('?', '') : 'choice',
  })),
)

test.each(fields)('$name: a $field that is no $kind is named', ({ name, field, kind }) => {
  expect(wrong[kind]!.length).toBeGreaterThan(4)
  for (const value of wrong[kind]!) {
    const problem = problemOf({ ...whole(name), [field]: value })
    expect(problem.field, JSON.stringify(value)).toBe(field)
    expect(problem.problem).toContain(field)
  }
})

test('the widest values that still are what they must be', () => {
  const wide = { do: 'buy-in', player: 'x'.repeat(64), amount: CENTS_MAX }
  expect(isProblem(readCommand(wide))).toBe(false)
  expect(isProblem(readCommand({ ...wide, amount: -CENTS_MAX }))).toBe(false)
  expect(isProblem(readCommand({ do: 'refer', reason: 'x'.repeat(500) }))).toBe(false)
  expect(isProblem(readCommand({ do: 'settle', id: 'x'.repeat(100) }))).toBe(false)
  expect(isProblem(readCommand({ do: 'decide', decision: 'void', awards: awardsTo(100) }))).toBe(false)
  expect(isProblem(readCommand({ do: 'decide', decision: 'void', awards: { ann: CENTS_MAX } }))).toBe(false)
  expect(isProblem(readCommand({ do: 'decide', decision: 'void', awards: {} }))).toBe(false)
  expect(isProblem(readCommand({ do: 'bonus-numbers', numbers: Array(10_000).fill('1') }))).toBe(false)
})

const unknownCommands = ['fly', '', 'Wager', 'wager ', '__proto__', 'constructor', 'toString', 'x'.repeat(10_000)]

test.each([...unknownCommands, 5, null, undefined, true, ['wager'], { wager: {} }])(
  'there is no command %j',
  (name) => {
    for (const form of [{ do: name }, { command: name }, { type: name }]) {
      const { field, problem } = problemOf(form)
      expect(field).toBe('do')
      expect(problem.length).toBeLessThan(150)
    }
  },
)

test.each([[], {}, 'wager', 5, null, undefined, true, { wager: 5 }, { wager: null }, { __proto__: { do: 'settle' } }])(
  '%j is no command',
  (value) => expect(problemOf(value).field).toBe('do'),
)

describe('by', () => {
  test.each(roles)('may be just the role: %s', (role) => {
    expect(readCommand({ do: 'settle', by: role })).toEqual({ do: 'settle', by: { role } })
    expect(readCommand({ do: 'settle', by: { role } })).toEqual({ do: 'settle', by: { role } })
    expect(readCommand({ do: 'settle', by: { role, name: 'Zoe' } })).toEqual({
      do: 'settle',
      by: { role, name: 'Zoe' },
    })
  })

  test.each([
    'croupier',
    '',
    'Dealer',
    '__proto__',
    5,
    null,
    ['dealer'],
    {},
    { name: 'Zoe' },
    { role: 'king' },
    { role: ['dealer'] },
    { role: 'dealer', name: '' },
    { role: 'dealer', name: 5 },
    { role: 'dealer', name: 'a\u0007b' },
    { role: 'dealer', name: 'x'.repeat(65) },
    { role: 'dealer', badge: 7 },
    JSON.parse('{"role":"dealer","__proto__":{}}'),
  ])('is not %j', (by) => expect(problemOf({ do: 'settle', by }).field).toBe('by'))
})

test.each([
  'now',
  '',
  5,
  null,
  '2026-03-01',
  '12:30',
  '2026-13-01T12:30',
  '2026-03-01T25:30',
  '2026-03-01T12:30\n',
  {},
])('at is not %j', (at) => expect(problemOf({ do: 'settle', at }).field).toBe('at'))

test.each(['2026-03-01T12:30', '2026-03-01T12:30:00Z', '2026-03-01T12:30:00.123+08:00'])('at may be %j', (at) => {
  expect(readCommand({ do: 'settle', at })).toMatchObject({ at })
})

test.each(['', 5, null, 'a\nb', 'x'.repeat(101), ['a'], {}])('id is not %j', (id) => {
  expect(problemOf({ do: 'settle', id }).field).toBe('id')
})

const together = [
  { do: 'wager', player: 'ann', spot: '17', chips: 1 },
  { do: 'wager', player: 'ann', bet: 'tiers', unit: 5 },
  { do: 'wager', player: 'ann', bet: 'tiers', chips: 5 },
  { do: 'withdraw', player: 'ann', spot: '17', chips: 1 },
  { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'moved', to: '18', chips: 1, reason: 'x' },
  { do: 'buy-in', player: 'ann', amount: 5, colour: 'blue', chipValue: 5 },
  { do: 'cash-out', player: 'ann', amount: 5, colour: 'blue', chipValue: 5 },
  { do: 'decide', decision: 'stands', round: 1 },
  { do: 'place-your-bets', commitment: 'a'.repeat(64) },
  { do: 'bonus-numbers', numbers: ['1'], secret: 'a'.repeat(64) },
]

test('no field of any command was left out above', () => {
  const seen = new Set([...rows.map(({ name }) => whole(name)), ...together].flatMap(fieldsOf))
  expect(fields.map(({ name, field }) => `${name} ${field}`).filter((field) => !seen.has(field))).toEqual([])
})

describe('fields that go together', () => {
  test.each([
    ['spot', { do: 'wager', player: 'ann', stake: 5 }],
    ['stake', { do: 'wager', player: 'ann', spot: '17' }],
    ['stake', { do: 'wager', player: 'ann', spot: '17', stake: 5, chips: 1 }],
    ['unit', { do: 'wager', player: 'ann', spot: '17', stake: 5, unit: 5 }],
    ['unit', { do: 'wager', player: 'ann', bet: 'tiers' }],
    ['spot', { do: 'wager', player: 'ann', bet: 'tiers', unit: 5, spot: '17' }],
    ['stake', { do: 'wager', player: 'ann', bet: 'tiers', unit: 5, stake: 5 }],
    ['chips', { do: 'wager', player: 'ann', bet: 'tiers', unit: 5, chips: 1 }],
    ['chips', { do: 'withdraw', player: 'ann', spot: '17', stake: 5, chips: 1 }],
    ['round', { do: 'decide', decision: 'stands', reason: 'x' }],
    ['round', { do: 'decide', decision: 'continue', round: 1, reason: 'x' }],
    ['awards', { do: 'decide', decision: 'void', reason: 'x', awards: { ann: 5, ' ann': 6 } }],
    ['to', { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'moved', reason: 'x' }],
    ['to', { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'stands', to: '18', reason: 'x' }],
    ['source', { do: 'ball-at-rest', pocket: '17', source: 'camera' }],
    ['source', { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise', source: 'camera' }],
    ['chipValue', { do: 'buy-in', player: 'ann', amount: 5, colour: 'blue' }],
    ['colour', { do: 'buy-in', player: 'ann', amount: 5, chipValue: 5 }],
    ['colour', { do: 'cash-out', player: 'ann', amount: 5, chipValue: 5 }],
  ])('%s is named in %j', (field, command) => expect(problemOf(command).field).toBe(field))

  test.each(together)('%j is read', (command) => expect(readCommand(command)).toMatchObject(command))
})

describe('any input', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    key: fc.oneof(fc.string(), fc.constantFrom('do', 'command', 'type', 'by', 'player', ...commandNames)),
  })
  const aboutRight = fc
    .tuple(fc.constantFrom(...commandNames), fc.dictionary(fc.constantFrom('player', 'spot', 'by', 'id'), anything))
    .map(([name, said]) => ({ ...whole(name), ...said }))

  test.each([
    ['anything at all', anything],
    ['a command of anything', fc.record({ do: anything })],
    ['a command with anything in it', aboutRight],
    ['any JSON', fc.json({ maxDepth: 6 }).map((text) => JSON.parse(text))],
  ])('%s is read or has a problem', (_, values) => {
    const property = fc.property(values, (value) => {
      const read = readCommand(value)
      if (isProblem(read)) return typeof read.field === 'string' && read.problem.length > 0
      return commandNames.includes(read.do) && roles.includes(read.by.role)
    })
    fc.assert(property, { numRuns: Math.ceil(500 * campaign) })
  })

  test.each(['do', 'command', 'by', 'id', 'player', 'limits', 'numbers'])(
    '%s may be nested as deep as it likes',
    (field) => {
      const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
      const name = field === 'limits' ? 'set-limits' : field === 'numbers' ? 'bonus-numbers' : 'buy-in'
      const command = field === 'command' ? { command: deep } : { ...whole(name), [field]: deep }
      expect(problemOf(command).field).toBe(field === 'command' ? 'do' : field)
    },
  )

  test.each([() => 1, Symbol('wager'), 5n, new Map(), new Date(0)])('%s is no name of a command', (name) => {
    expect(problemOf({ do: name }).field).toBe('do')
  })
})
