import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { memoryJournal } from '../../test/support/memory-journal.ts'
import { moneyOf, signers } from '../../test/support/receipts.ts'
import { nextCommand, numbers, openSingle, players, someSetup } from '../../test/support/stream.ts'
import type { TableEvent } from '../engine/events.ts'
import type { TableSetup } from '../engine/table.ts'
import { writeCheckpoint } from '../proof/checkpoints.ts'
import { sign, writeNote } from '../proof/notes.ts'
import { allOf } from '../record/journal-reader.ts'
import type { Stored } from '../record/stored-entry.ts'
import { readTableEntry } from '../record/table-entry.ts'
import { ownReceipts } from '../service/floor/own-receipts.ts'
import type { Journal } from '../service/journal/journal.ts'
import type { TableStream } from '../service/stream/table-stream.ts'
import { checkReceipt } from './check-receipt.ts'
import { isStaked, makeReceipt } from './make-receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import { roundEntryIn, type Scope } from './round-entries.ts'

const keys = signers()
const trust = { keys: [keys.house.verifier], witnesses: [] }

const eventsIn = ({ body }: Stored): readonly TableEvent[] => {
  const entry = readTableEntry(body)
  return 'events' in entry ? entry.events : []
}

const isEndOf = (event: TableEvent, round: number): boolean =>
  (event.type === 'round-settled' || event.type === 'round-voided') && event.round === round

type Played = { journal: Journal; host: TableStream; entries: readonly Stored[] }

async function playedAt(setup: TableSetup, choices: readonly (readonly number[])[]): Promise<Played> {
  const journal = memoryJournal()
  const host = await openSingle(journal, setup)
  for (const choice of choices) await host.submit(nextCommand(host, choice), 'test')
  return { journal, host, entries: await allOf(journal.pages('single')) }
}

/** Signs the first `size` entries. */
async function signTo(journal: Journal, size: number): Promise<void> {
  const text = writeCheckpoint({ origin: keys.house.verifier.name, ...(await journal.head('single', size)) })
  await journal.saveCheckpoint('single', { size, note: writeNote({ text, signatures: [sign(text, keys.house)] }) })
}

/** Makes the receipt as the command line does, from the journal alone. */
const proved = ({ journal }: Played, seq: number, scope: Scope): Promise<string | null> =>
  makeReceipt({ ...journal, checkpoint: (stream) => journal.latestCheckpoint(stream) }, 'single', seq, scope)

/** Makes the receipts as the route does. */
async function given({ journal, host }: Played, round: number, player: string) {
  const proof = { covering: (stream: string) => journal.latestCheckpoint(stream) }
  const { receipts } = await ownReceipts({ journal, proof }, host, round, player)
  return new Map(receipts.map(({ seq, receipt }) => [seq, receipt]))
}

function factsIn(receipt: string | null) {
  const checked = checkReceipt(receipt!, trust)
  if ('problem' in checked) throw new Error(checked.problem)
  return receiptFacts(checked)!
}

/** The content of the journal in a receipt. */
const shownIn = (receipt: string | null): string => atob(/^extra (.*)$/m.exec(receipt!)![1]!)

function isResultOf(events: readonly TableEvent[], round: number, player: string): boolean {
  const entry = roundEntryIn(round, 0, events)
  return entry !== null && (entry.resultOf?.includes(player) ?? true)
}

/** Compares every receipt of a journal with its ledger, at the moment of a checkpoint. */
async function checkAt(played: Played, size: number): Promise<void> {
  await signTo(played.journal, size)
  const entries = played.entries.slice(0, size)
  for (const stored of entries) {
    const staked = eventsIn(stored).find(isStaked)
    if (!staked) continue
    const { round, player } = staked
    const own = await proved(played, stored.seq, 'own-player')
    expect((await given(played, round, player)).get(stored.seq)).toBe(own)
    const isConcluded = entries.some((one) => eventsIn(one).some((event) => isEndOf(event, round)))
    const money = moneyOf(
      entries.map(({ body }) => body),
      round,
      player,
    )
    const { total } = factsIn(await proved(played, stored.seq, 'all-players'))
    const isChangedLater = played.entries.slice(size).some((one) => isResultOf(eventsIn(one), round, player))
    expect(total?.net).toBe(isConcluded && !isChangedLater ? money : undefined)
    expect([undefined, total?.net]).toContain(factsIn(own).total?.net)
    checkPay(entries, factsIn(own), round, player)
    for (const other of players) if (other !== player) expect(shownIn(own)).not.toContain(`"${other}"`)
  }
}

/** Compares the pay that a receipt states with the player's line, where the stake was the only one. */
function checkPay(entries: readonly Stored[], { wagers }: ReturnType<typeof factsIn>, round: number, player: string) {
  const pay = wagers[0]?.outcome?.pay
  const events = entries.flatMap(eventsIn).filter((event) => 'round' in event && event.round === round)
  const stakes = events.filter((event) => event.type === 'wager-placed' || event.type === 'wager-withdrawn')
  const settled = events.findLast((event) => 'lines' in event && event.lines.length > 0)
  if (!pay || !settled || stakes.filter((one) => one.player === player).length > 1) return
  const lines = 'lines' in settled ? settled.lines.filter((line) => line.player === player) : []
  expect(lines).toMatchObject([{ paid: pay.paid, returned: pay.returned }])
}

const play = fc.array(numbers, { minLength: 40, maxLength: 120 })

test('for random play both makers write the same receipts, which agree with the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(someSetup, play, fc.nat(), async (setup, choices, moment) => {
      const played = await playedAt(setup, choices)
      const { length } = played.entries
      await checkAt(played, 1 + (moment % length))
      await checkAt(played, length)
    }),
    { numRuns: Math.ceil(40 * campaign) },
  )
})
