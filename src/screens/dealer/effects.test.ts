import { expect, test } from 'vitest'
import { bookById, books } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import { layoutNames } from '../../engine/spots.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { settings } from '../../engine/testing.ts'
import { dealerView } from '../../engine/views.ts'
import {
  interruptionEffects,
  irregularityEffects,
  noSpinEffects,
  powerFailureEffects,
  readPocket,
  referralEffects,
  revolutionsFault,
  spinFault,
} from './effects.ts'
import { coloursFor, tintsOf } from './tints.ts'

const give = (table: Table, command: Record<string, unknown>) => {
  const conducted = conduct(table, { by: { role: 'dealer' }, ...command } as Command)
  if (isRefusal(conducted.answer)) throw new Error(JSON.stringify(conducted.answer))
  return { table: conducted.table, events: conducted.answer.events }
}

/** A round in every phase that a dealer can bring it to. */
function phases(book: (typeof books)[number]): Table[] {
  const { layout, terminal } = settings.find((one) => one.book === book)!
  const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, bookById) as TableSetup
  const commands = [
    { do: 'place-your-bets' },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
  ]
  let table = openTable(book, setup)
  return commands.map((command) => {
    table = give(table, command).table
    return table
  })
}

/** What the engine does is what was told: the clause of the event that it decides. */
const decided = (table: Table, command: Record<string, unknown>) =>
  give(table, command).events.map((event) => [event.type, 'clause' in event ? event.clause : null])

test.each(books.map((book) => [book.id, book] as const))('%s: every irregularity does what is told', (_, book) => {
  for (const table of phases(book))
    for (const { code } of book.irregularities) {
      const [effect] = irregularityEffects(book, dealerView(book, table.state), code)
      const type = effect!.effect === 'round-void' ? 'round-voided' : 'play-interrupted'
      expect(decided(table, { do: 'irregularity', code }), code).toEqual([[type, effect!.clause]])
    }
})

test.each(books.map((book) => [book.id, book] as const))('%s: the other actions do what is told', (_, book) => {
  for (const table of phases(book)) {
    const view = dealerView(book, table.state)
    if (book.rules.noSpin)
      expect(decided(table, { do: 'no-spin' })).toEqual([['round-voided', noSpinEffects(book, view)[0]!.clause]])
    if (book.rules.powerFailure) {
      expect(decided(table, { do: 'power-failure' })).toEqual([
        ['power-failed', powerFailureEffects(book, view)[0]!.clause],
      ])
      const dark = give(table, { do: 'power-failure' }).table
      const inTheDark = noSpinEffects(book, dealerView(book, dark.state))
      expect(decided(dark, { do: 'no-spin' })).toEqual([['round-voided', inTheDark[0]!.clause]])
      const goesOn = powerFailureEffects(book, view).at(-1)!
      expect(decided(dark, { do: 'resume' })).toEqual([['play-resumed', goesOn.clause]])
    }
    if (book.rules.interruption)
      expect(interruptionEffects(book, view, true).map(({ effect }) => effect)).toEqual([
        'registered-settled',
        'not-registered-never-happened',
      ])
    const types = referralEffects(book, view).map(({ effect }) =>
      effect === 'betting-closes' ? 'betting-closed' : 'round-referred',
    )
    expect(decided(table, { do: 'refer', reason: 'a dispute' }).map(([type]) => type)).toEqual(types)
  }
})

test('a spin that would void the round is known before it is given', () => {
  const book = bookById('mbs/roulette@3')!
  expect(spinFault(book, { ball: 'clockwise', wheel: 'anticlockwise' })).toBeNull()
  expect(spinFault(book, { ball: 'clockwise', wheel: 'clockwise' })).toEqual({ code: 'same-direction', clause: '5.1' })
  expect(spinFault(book, { ball: 'clockwise', wheel: 'still' })).toEqual({ code: 'wheel-not-rotating', clause: '5.9' })
  expect([3, 4, null].map((count) => revolutionsFault(book, count))).toEqual(['5.3', null, null])
})

test('pockets are read as people type them', () => {
  const sands = bookById('mbs/sands-roulette@2')!
  const typed = ['7', '07', ' 36 ', '0', '00', 's', 'S', '37', '', '000', '-1', 'mbs']
  expect(typed.map((text) => readPocket(sands, text))).toEqual([
    '7',
    '7',
    '36',
    '0',
    '00',
    'S',
    'S',
    null,
    null,
    null,
    null,
    null,
  ])
  expect(readPocket(bookById('mbs/sands-fast-action-roulette@2')!, 'mbs')).toBe('MBS')
  for (const book of books) for (const pocket of book.wheel.pockets) expect(readPocket(book, pocket)).toBe(pocket)
  expect(layoutNames(sands)).toHaveLength(1)
})

const seat = (colour: string | null, count = 1) =>
  ({ funds: { colourChips: colour ? { colour, value: 500, count } : null }, wagers: {}, warned: false }) as never

test('players have the colour they bought, and others another', () => {
  const tints = tintsOf({ ann: seat('yellow'), bob: seat(null), cy: seat(null), dee: seat('blue') })
  expect(tints.get('ann')).toBe('#f0d25a')
  expect(new Set(tints.values()).size).toBe(4)
})

test('a colour that another player holds is not offered', () => {
  const seats = { ann: seat('blue'), bob: seat('yellow', 0) }
  expect(coloursFor(seats, 'bob')).not.toContain('blue')
  expect(coloursFor(seats, 'ann')).toContain('blue')
  expect(coloursFor(seats, 'cy')).toContain('yellow')
})
