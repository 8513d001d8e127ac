import { expect, test } from 'vitest'
import { knowsClause, settings } from '../../../test/support/engine.ts'
import { bookById, books } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { dealerView } from '../../engine/views.ts'
import { type DealerStep, mayReportBall, stepOf } from './steps.ts'

const setupOf = ({ book, layout, terminal }: (typeof settings)[number]): TableSetup =>
  readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}) }, bookById) as TableSetup

/** The command that the large button gives. */
function commandOf(step: DealerStep): Record<string, unknown> | null {
  switch (step.step) {
    case 'open':
      return { do: 'place-your-bets' }
    case 'spin':
      return { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
    case 'close':
      return { do: 'no-more-bets' }
    case 'outcome':
      return { do: 'ball-at-rest', pocket: '17' }
    case 'settle':
      return { do: 'settle' }
    case 'resume':
      return { do: 'resume' }
    default:
      return null
  }
}

const give = (table: Table, command: Record<string, unknown>, role = 'dealer'): Table => {
  const conducted = conduct(table, { by: { role }, ...command } as Command)
  expect(isRefusal(conducted.answer), JSON.stringify(conducted.answer)).toBe(false)
  return conducted.table
}

const stepAt = (table: Table): DealerStep => stepOf(table.book, dealerView(table.book, table.state))

const draw = (table: Table): Table =>
  give(
    table,
    { do: 'bonus-numbers', numbers: table.book.wheel.pockets.slice(0, table.book.rules.bonus!.numbers) },
    'system',
  )

test.each(settings.map((setting) => [setting.book.id, setting.layout, setting.terminal, setting] as const))(
  '%s %s %s: pressing the large button again and again plays whole rounds',
  (_, __, ___, setting) => {
    let table = openTable(setting.book, setupOf(setting))
    const steps: string[] = []
    for (let press = 0; press < 10; press++) {
      const step = stepAt(table)
      steps.push(step.step)
      if ('clause' in step) expect(knowsClause(table.book, step.clause), step.clause).toBe(true)
      table = give(table, commandOf(step)!)
      if (step.step === 'close' && table.book.rules.bonus) table = draw(table)
    }
    expect(steps).toEqual([...Array(2)].flatMap(() => ['open', 'spin', 'close', 'outcome', 'settle']))
  },
)

test('a ball at rest before the bonus numbers are lit leaves the draw to wait for, and nothing to settle', () => {
  const book = books.find(({ rules }) => rules.bonus)!
  let table = openTable(book, setupOf({ book, layout: Object.keys(book.layouts)[0]!, terminal: null }))
  for (let press = 0; press < 4; press++) table = give(table, commandOf(stepAt(table))!)
  expect(stepAt(table)).toEqual({ step: 'draw', clause: book.rules.bonus!.clause })
  expect(stepAt(draw(table))).toMatchObject({ step: 'settle', pocket: '17' })
})

const roulette = bookById('mbs/roulette@3')!
const opened = () =>
  give(openTable(roulette, setupOf({ book: roulette, layout: 'table', terminal: null })), { do: 'place-your-bets' })

test('betting that closed before the spin leaves the spin to do', () => {
  const closed = give(opened(), { do: 'no-more-bets' }, 'pit-manager')
  expect(stepAt(closed)).toMatchObject({ step: 'spin', clause: '3.6' })
  expect(stepAt(give(closed, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })).step).toBe('outcome')
})

test('without power the one step is to resume, by the rule that fits the ball', () => {
  const spun = give(opened(), { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  expect(stepAt(give(spun, { do: 'power-failure' }))).toEqual({ step: 'resume', isAtRest: false, clause: '5.11.2' })
  const rested = give(give(spun, { do: 'no-more-bets' }), { do: 'ball-at-rest', pocket: '17' })
  expect(stepAt(give(rested, { do: 'power-failure' }))).toEqual({ step: 'resume', isAtRest: true, clause: '5.11' })
})

test('two results, a referral and a closing table leave the dealer nothing to press', () => {
  const rested = ['spin', 'no-more-bets', 'ball-at-rest'].reduce(
    (table, name) =>
      give(table, {
        do: name,
        ...(name === 'spin' ? { ball: 'clockwise', wheel: 'anticlockwise' } : {}),
        ...(name === 'ball-at-rest' ? { pocket: '17' } : {}),
      }),
    opened(),
  )
  expect(stepAt(give(rested, { do: 'ball-at-rest', pocket: '20', by: { role: 'wheel' } }))).toEqual({
    step: 'differs',
    pockets: ['17', '20'],
    clause: '6.4',
  })
  expect(stepAt(give(rested, { do: 'refer', reason: 'a dispute' }))).toEqual({
    step: 'decision',
    reason: 'a dispute',
    clause: '6.2',
  })
  const closing = give(give(rested, { do: 'close-table', reason: 'end of shift' }, 'pit-supervisor'), { do: 'settle' })
  expect(stepAt(closing)).toEqual({ step: 'table-closed' })
})

test('the ball is reported beside the step that asks for it: with bets open, while referred, and again at rest', () => {
  const may = (table: Table) => mayReportBall(table.book, dealerView(table.book, table.state))
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  const spun = give(opened(), spin)
  const closed = give(spun, { do: 'no-more-bets' })
  const rested = give(closed, { do: 'ball-at-rest', pocket: '17' })
  const referred = give(closed, { do: 'refer', reason: 'a dispute' })
  expect([opened(), spun, rested, referred, give(spun, { do: 'power-failure' })].map(may)).toEqual(Array(5).fill(true))
  // The step asks for it; bets closed early wait for the spin; a settled round is over.
  const early = give(opened(), { do: 'no-more-bets' }, 'pit-manager')
  expect([closed, early, give(rested, { do: 'settle' })].map(may)).toEqual([false, false, false])
  const counted = give(rested, { do: 'ball-at-rest', pocket: '17', revolutions: 4 })
  expect(may(counted)).toBe(true)
  expect(may(give(counted, { do: 'ball-at-rest', pocket: '17', revolutions: 5 }))).toBe(true)
})

test('every book says what to call', () => {
  for (const {
    texts: { en: texts },
  } of books)
    expect([texts.opening, texts.closing].every((says) => says.length > 3)).toBe(true)
})
