import { expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { reportMaker } from '../../../test/support/report.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { now, quietPlans } from '../../../test/support/stream.ts'
import { type CommandName, readCommand } from '../../engine/language.ts'
import { allOf } from '../../record/journal-reader.ts'
import { journalReport } from '../../report/journal-report.ts'
import { csvOf, tablesOf } from '../../report/report-blocks.ts'
import { alarmWords } from '../../words/alarm-words.ts'
import { vocabularyIn } from '../../words/index.ts'
import { SpanCount } from '../figures/span-count.ts'
import { openFloor } from './open-floor.ts'

/** Voids by people who know the bonus numbers: each raises an alarm, and reports count them by dealer. */

type Order = { do: CommandName; [field: string]: unknown }

const siti = { role: 'dealer', name: 'Siti' }
const raj = { role: 'dealer', name: 'Raj' }
const byWheel = { role: 'wheel' }
const spin: Order = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

async function openFast() {
  const journal = memoryJournal()
  const floor = await openFloor({ journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
  const { table } = floor.rooms.get('fast')!
  const give = async (actor: string, by: object, ...orders: readonly Order[]) => {
    for (const order of orders) await table.submit(readCommand({ ...order, by }) as never, actor)
  }
  return { floor, journal, table, give }
}

test('a void after the draw raises an alarm, and the report has the numbers and the rates of each dealer', async () => {
  const { floor, journal, table, give } = await openFast()
  const toDraw = async (actor: string, by: object) => {
    await give(actor, by, { do: 'place-your-bets' }, spin, { do: 'no-more-bets' })
    await expect.poll(() => 'draw' in table.settled.state.round && table.settled.state.round.draw).toBeTruthy()
  }
  // Before the draw: no alarm.
  await give('staff:1', siti, { do: 'place-your-bets' }, { do: 'no-spin' })
  expect(floor.alarms.list).toEqual([])
  // Two voids after the draw, one of them without a reason; then a round that is played, and a launch failure that the
  // wheel reports.
  await toDraw('staff:1', siti)
  const { round } = table.settled.state
  const numbers = 'draw' in round ? round.draw!.numbers : []
  await give('staff:1', siti, { do: 'no-spin', reason: 'the ball left the wheel' })
  await toDraw('staff:2', raj)
  await give('staff:2', raj, { do: 'irregularity', code: 'foreign-object' })
  await toDraw('staff:2', raj)
  await give('staff:2', raj, { do: 'ball-at-rest', pocket: '7' }, { do: 'settle' })
  await toDraw('staff:2', raj)
  await give('wheel', byWheel, { do: 'no-spin' })

  expect(floor.alarms.list).toMatchObject([
    { alarm: 'void-after-draw', table: 'fast', round: 3, by: raj },
    { alarm: 'void-after-draw', table: 'fast', round: 2, by: siti },
  ])
  const words = { ...(await vocabularyIn('en')), tag: 'en' }
  expect(alarmWords(words, floor.alarms.list[0]!)).toBe(
    'Round 3 was made void after its bonus numbers were drawn, by Raj',
  )

  const count = new SpanCount({ from: null, to: null }, reportMaker)
  for (const entry of await allOf(journal.pages('fast'))) count.add(entry)
  const figures = count.figures()
  expect(figures.dealerVoids).toEqual([
    { dealer: 'staff:1', name: 'Siti', rounds: 2, voidBefore: 1, draws: 1, voidAfter: 1 },
    { dealer: 'staff:2', name: 'Raj', rounds: 3, voidBefore: 0, draws: 3, voidAfter: 1 },
    { dealer: 'wheel', name: null, rounds: 0, voidBefore: 0, draws: 0, voidAfter: 1 },
  ])
  const tables = new Map(
    tablesOf(journalReport(figures, words, reportMaker)).map((one) => [one.name, csvOf(one).split('\r\n')]),
  )
  const listed = tables.get('voids-after-draw')!
  expect(listed[1]).toContain(`fast,2,no-spin,${numbers.join(' ')},Siti,the ball left the wheel`)
  expect(listed.slice(2, 4).map((line) => line.split(',')[2])).toEqual(['3', '5'])
  expect(tables.get('voids-by-dealer')!.slice(1, 3)).toEqual([
    'staff:1,2,1,0.5,1,1,1',
    expect.stringMatching(/^staff:2,3,0,0,3,1,0.33/),
  ])
  await floor.close()
})
