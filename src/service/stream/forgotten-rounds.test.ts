import { beforeAll, describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { turns } from '../../../test/support/service.ts'
import {
  asJson,
  command,
  entriesOf,
  give,
  HeldJournal,
  openSingle,
  placeYourBets,
  playForgottenRounds,
  watch,
} from '../../../test/support/stream.ts'
import { type Foresight, foresee } from '../../engine/foresee.ts'
import { keptRound } from '../../engine/history.ts'
import type { Command } from '../../engine/language.ts'
import { isBalanced } from '../../engine/ledger.ts'
import { allOf, entriesReader } from '../../record/journal-reader.ts'
import { recallRound } from '../../record/recalled-rounds.ts'
import type { Snapshot, Stored } from '../../record/stored-entry.ts'
import { verify } from '../../record/verify.ts'
import { addToTally, type TableTally } from '../figures/table-tally.ts'
import { entryHash, type Journal, nodeSha256 } from '../journal/journal.ts'
import { bookOfCommand, type TableStream } from './table-stream.ts'

const reason = 'found on the tape'
const correct = (round: number, pocket: string, id?: string): Command =>
  command({ do: 'correct-outcome', round, pocket, reason, by: 'shift-manager', ...(id === undefined ? {} : { id }) })
const voidRounds = (...rounds: number[]): Command =>
  command({ do: 'void-rounds', rounds, code: 'ball-broke', reason, by: 'shift-manager' })

async function played(): Promise<{ entries: readonly Stored[]; snapshot: Snapshot }> {
  const journal = memoryJournal()
  await playForgottenRounds(await openSingle(journal))
  return { entries: await entriesIn(journal), snapshot: (await journal.snapshot('single'))! }
}

let before: Awaited<ReturnType<typeof played>>
beforeAll(async () => {
  before = await played()
})

async function longAfter(): Promise<{ journal: Journal; host: TableStream }> {
  const journal = memoryJournal()
  await journal.append(before.entries)
  await journal.saveSnapshot('single', before.snapshot)
  return { journal, host: await openSingle(journal) }
}

const findingIn = async (stored: readonly Stored[]) =>
  (await verify(entriesReader(new Map([['single', stored]])), nodeSha256))[0]?.finding ?? null
const entriesIn = (journal: Journal) => allOf(journal.pages('single'))

describe('a round that the table has forgotten', () => {
  test('is corrected: lines, adjustments, its earlier result; and memory grows only by its place', async () => {
    const { journal, host } = await longAfter()
    const { state } = host.settled
    expect(keptRound(state.history, 1)).toBeUndefined()
    expect(keptRound(state.history, 2)).toBeUndefined()
    // Ann lost 10.00 instead of winning 350.00; Ben's 1.00 on red wins, under the minimum as it was.
    const answer = await host.submit(correct(1, '18'), 'test')
    expect(answer).toMatchObject({
      events: [
        {
          type: 'outcome-corrected',
          round: 1,
          from: '17',
          to: '18',
          lines: [
            { player: 'ann', result: 'lost', collected: 1_000 },
            { player: 'ben', result: 'won', paid: 100 },
          ],
          adjustments: [
            { player: 'ann', amount: -36_000 },
            { player: 'ben', amount: 200 },
          ],
          before: { pocket: '17', code: null, handle: { '17': 1_000, red: 100 }, won: -34_900 },
        },
      ],
    })
    const after = host.settled.state
    expect(after.history).toEqual(state.history)
    expect(after.handleBySpot).toEqual(state.handleBySpot)
    expect(host.settled.lastChange).toBe(host.durable)
    expect((await journal.place('single', 1))?.changed).toEqual([host.durable])
    expect(isBalanced(after.ledger)).toBe(true)
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('that was void is settled by the wagers as they lay and the limits of then', async () => {
    const { journal, host } = await longAfter()
    // On black 20.00 of 50.00 were in play; the wager on 20 was set aside and goes back.
    expect(await host.submit(correct(2, '20'), 'test')).toMatchObject({
      events: [
        {
          from: null,
          code: 'foreign-object',
          lines: [
            { spot: 'black', result: 'won', paid: 2_000 },
            { spot: '20', result: 'returned', returned: 600 },
          ],
          adjustments: [{ player: 'ann', amount: 2_000, owed: 0 }],
          before: { pocket: null, code: 'foreign-object', handle: {}, won: 0 },
        },
      ],
    })
    expect(host.settled.state.handleBySpot.black).toBe(2_000)
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('is changed as often as need be, each time from what it was changed to', async () => {
    const { journal, host } = await longAfter()
    const before = asJson(host.settled.state.ledger)
    await give(host, correct(1, '18'), correct(1, '17'), voidRounds(1), correct(1, '17'))
    expect(asJson(host.settled.state.ledger)).toEqual(before)
    expect(host.settled.state.underMinimum.get('ben')).toEqual([1])
    expect((await recallRound(journal, 'single', 1, host.settled))?.pocket).toBe('17')
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('is referred, ruled on and settled again, and a later decision replaces its awards', async () => {
    const { journal, host } = await longAfter()
    const about = { round: 1, reason, by: 'shift-manager' }
    const refer = command({ do: 'refer', ...about })
    const decide = (decision: string, awards: object): Command =>
      command({ do: 'decide', decision, awards, ...about, id: decision })
    const move = (stake: number): Command =>
      command({ do: 'rule-on-wager', ...about, player: 'ann', spot: '17', treatment: 'moved', to: '18', stake })
    await give(host, refer, move(400))
    expect(await host.submit(move(700), 'test')).toMatchObject({ refused: 'withdrawal-too-large', total: 600 })
    // With 10.00 on 17, 6.00 win 210.00 and 4.00 are lost on 18: Ann had won 350.00.
    expect(await host.submit(decide('settle', { ben: 500 }), 'test')).toMatchObject({
      events: [
        { type: 'referral-decided', awards: [{ player: 'ben', amount: 500 }] },
        {
          type: 'round-settled',
          lines: [
            { player: 'ann', spot: '17', stake: 600, paid: 21_000 },
            { player: 'ann', spot: '18', stake: 400, collected: 400 },
            { player: 'ben', spot: 'red' },
          ],
          adjustments: [{ player: 'ann', amount: -14_400 }],
          before: { pocket: '17', won: -34_900 },
        },
      ],
    })
    await give(host, command({ do: 'refer', ...about, id: 'again' }))
    expect(await host.submit(decide('stands', { ann: 900 }), 'test')).toMatchObject({
      events: [
        {
          awards: [
            { player: 'ann', amount: 900 },
            { player: 'ben', amount: 0, before: 500 },
          ],
        },
      ],
    })
    expect(isBalanced(host.settled.state.ledger)).toBe(true)
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('is changed twice at once: the second is decided on what the first made of it', async () => {
    const { journal, host } = await longAfter()
    const answers = await Promise.all([
      host.submit(correct(1, '18'), 'test'),
      host.submit(voidRounds(1), 'test'),
      host.submit(correct(1, '18'), 'test'),
    ])
    const events = answers.flatMap((answer): unknown[] =>
      'events' in answer ? [...(answer as { events: [] }).events] : [answer],
    )
    expect(events).toMatchObject([
      { type: 'outcome-corrected', before: { pocket: '17' } },
      { type: 'round-voided', before: { pocket: '18' } },
      { type: 'outcome-corrected', from: null, before: { code: 'ball-broke' } },
    ])
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('waits for the disk when a change of it is still on its way there; others do not wait', async () => {
    const { journal } = await longAfter()
    const held = new HeldJournal(journal)
    const host = await openSingle(held.journal)
    await give(host, correct(1, '18'))
    held.hold()
    const first = watch(host.submit(correct(1, '19'), 'test'))
    await turns()
    const second = watch(host.submit(correct(1, '20'), 'test'))
    const other = host.submit(placeYourBets, 'test')
    await turns()
    expect([first.done, second.done]).toEqual([false, false])
    await held.release()
    await other
    await expect.poll(() => second.done).toBe(true)
    expect([first.result, second.result]).toMatchObject([{ events: [{ from: '18' }] }, { events: [{ from: '19' }] }])
  })

  test('with the same id is changed once', async () => {
    const { journal, host } = await longAfter()
    const [first, raced] = await Promise.all([1, 2].map(() => host.submit(correct(1, '18', 'x'), 'test')))
    expect(raced).toEqual(first)
    expect(await host.submit(correct(1, '18', 'x'), 'test')).toEqual(first)
    const written = (await entriesOf(journal)).filter((entry) => 'command' in entry && entry.command.id === 'x')
    expect(written).toHaveLength(1)
  })

  test('after a restart, from the journal or a snapshot, is where it was left', async () => {
    const { journal, host } = await longAfter()
    await give(host, correct(1, '18'))
    await host.snapshot()
    await give(host, correct(2, '21'))
    for (const again of [await openSingle(journal), await openSingle({ ...journal, snapshot: async () => null })]) {
      expect(asJson(again.settled.state)).toEqual(asJson(host.settled.state))
      const { limits, lastChange } = host.settled
      expect(again.settled).toMatchObject({ limits, lastChange })
      const [one, two] = [1, 2].map((round) => recallRound(journal, 'single', round, again.settled))
      expect([(await one)?.pocket, (await two)?.pocket]).toEqual(['18', '21'])
    }
  })

  test('starts from the journal where a snapshot does not tell the limits of old rounds', async () => {
    const { journal, host } = await longAfter()
    const { seq, body } = before.snapshot
    const older = body.replace(/"limits":.*?,"state":/, '"state":')
    expect(older).not.toBe(body)
    await journal.saveSnapshot('single', { seq, body: older })
    const again = await openSingle(journal)
    expect(asJson(again.settled.state)).toEqual(asJson(host.settled.state))
    await give(again, correct(2, '20'))
    expect(await findingIn(await entriesIn(journal))).toBeNull()
  })

  test('is foreseen as it comes', async () => {
    const { host } = await longAfter()
    const asked = { ...correct(1, '18'), at: '2026-03-01T04:00:00.000Z' } as Command
    const foreseen = (await host.foresee(asked, (memory) =>
      foresee(bookOfCommand(memory, asked), memory.state, asked),
    )) as Foresight
    expect(foreseen.players).toMatchObject([
      { player: 'ann', before: 35_000, after: -1_000, change: -36_000 },
      { player: 'ben', before: -100, after: 100, change: 200 },
    ])
    expect(foreseen.effects.map(({ effect }) => effect)).toEqual(['settled-again', 'later-rounds-stand'])
    const answer = await host.submit(correct(1, '18'), 'test')
    expect(answer).toMatchObject({ events: asJson(foreseen.events) as object[] })
  })

  test('counts in the figures as what it is now, in the hour in which it was played', async () => {
    const { journal, host } = await longAfter()
    const figures = async () => {
      const tally = (await entriesOf(journal)).reduce<TableTally | undefined>(addToTally, undefined)!
      return { total: tally.total, hours: [...tally.hours.keys()], rounds: tally.rounds.size }
    }
    const before = await figures()
    await give(host, correct(1, '18'), voidRounds(1), correct(2, '20'))
    const after = await figures()
    expect(after.total).toMatchObject({ rounds: 1, handle: 2_000, win: -2_000, voided: before.total.voided })
    expect([after.hours, after.rounds]).toEqual([before.hours, before.rounds])
  })

  test('that there never was is unknown', async () => {
    const { host } = await longAfter()
    expect(await host.submit(correct(9_999_999, '18'), 'test')).toMatchObject({ refused: 'round-unknown' })
    expect(await host.submit(voidRounds(1, 9_999_999), 'test')).toMatchObject({ refused: 'round-unknown' })
    expect(await host.submit(correct(3, '18'), 'test')).toMatchObject({ refused: 'round-is-void', code: 'no-spin' })
    expect(await host.submit(voidRounds(1, 3), 'test')).toMatchObject({ refused: 'round-is-void', round: 3 })
  })

  test.each<[string, (event: Record<string, unknown>) => object]>([
    ['what it had come to', (event) => ({ ...event, before: { ...(event.before as object), won: 0 } })],
    ['that it was remembered', ({ before: _, ...event }) => event],
    ['a payment', (event) => ({ ...event, adjustments: [] })],
  ])('and %s forged is found', async (_, forge) => {
    const { journal, host } = await longAfter()
    await give(host, correct(1, '18'))
    const stored = await entriesIn(journal)
    const last = stored.at(-1)!
    const entry = JSON.parse(last.body)
    const forged = { ...last, body: JSON.stringify({ ...entry, events: [forge(entry.events[0])] }) }
    expect(await findingIn([...stored.slice(0, -1), { ...forged, hash: entryHash(forged.body) }])).toMatchObject({
      seq: last.seq,
      problem: expect.stringMatching(/rule book correct-outcome yields/),
    })
  })
})
