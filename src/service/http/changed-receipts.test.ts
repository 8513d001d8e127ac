import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { croupier } from '../../../test/support/cli.ts'
import { moneyOf } from '../../../test/support/receipts.ts'
import {
  ask,
  type Body,
  cleanUp,
  freshFolder,
  must,
  quietService,
  type Seat,
  seatAt,
  staffOf,
} from '../../../test/support/service.ts'
import { allOf } from '../../record/journal-reader.ts'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import type { Service } from '../service.ts'

/**
 * Receipts of rounds that were changed: those of the terminal equal those of the command line, and state the money of
 * the ledger.
 */
let service: Service
const folder = freshFolder()
let ann: Seat
let ben: Seat
let manager: string

beforeAll(async () => {
  service = await quietService(folder)
  manager = (await staffOf(service))['shift-manager']
  ann = await seatAt(service, 'single', 'ann', 1_000_000)
  ben = await seatAt(service, 'single', 'ben', 1_000_000)
}, 60_000)

afterAll(async () => {
  await service.stop()
  cleanUp()
})

const reason = 'the recording'
const tell = (command: Body) => must(service.address, manager, 'single', command)
const wager = ({ token, player }: Seat, spot: string) =>
  must(service.address, token, 'single', { do: 'wager', player, spot, stake: 500 })

type Change = (round: number) => Body
const settle: Change = () => ({ do: 'settle' })
const correct =
  (pocket: string): Change =>
  (round) => ({ do: 'correct-outcome', round, pocket, reason })
const makeVoid: Change = (round) => ({ do: 'void-rounds', rounds: [round], code: 'ball-broke', reason })
const move: Change = () => ({ do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'moved', to: '17/20', reason })
const refer: Change = (round) => ({ do: 'refer', round, reason })
const award: Change = (round) => ({ do: 'decide', decision: 'stands', round, reason, awards: { ann: 300 } })

/** Plays a round with outcome 17, then the given orders of the pit. Returns its number. */
async function played(seats: readonly Seat[], changes: readonly Change[]): Promise<number> {
  const { table } = service.floor.rooms.get('single')!
  await tell({ do: 'place-your-bets' })
  const round = table.settled.state.roundsOpened
  for (const seat of seats) await wager(seat, '17')
  await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await tell({ do: 'no-more-bets' })
  await tell({ do: 'ball-at-rest', pocket: '17' })
  for (const change of changes) await tell(change(round))
  return round
}

async function receiptsOf({ token }: Seat, round: number): Promise<RoundReceipts> {
  const { status, body } = await ask(service.address, 'GET', `/api/tables/single/rounds/${round}/receipts`, { token })
  expect(status).toBe(200)
  return body as unknown as RoundReceipts
}

async function checked(receipt: string, key: string): Promise<{ text: string; entry: Body }> {
  const file = join(folder, 'one.tlog-proof')
  writeFileSync(file, receipt)
  const { stdout: text } = await croupier(['check', file, '--key', key])
  const { stdout } = await croupier(['check', file, '--key', key, '--json'])
  return { text, entry: JSON.parse(stdout).files[0].entry }
}

const proved = async (seq: number, ...options: string[]): Promise<string> => {
  const { stdout, stderr } = await croupier(['prove', 'single', String(seq), '--data', folder, ...options])
  expect(stderr).toBe('')
  return stdout
}

async function ledgerOf(round: number): Promise<number> {
  const entries = await allOf(service.floor.journal.pages('single'))
  return moneyOf(
    entries.map(({ body }) => body),
    round,
    'ann',
  )
}

const cases: readonly [string, readonly Change[], number][] = [
  ['a correction', [settle, correct('23')], -500],
  ['two corrections', [settle, correct('23'), correct('20')], -500],
  ['a void after it was settled', [settle, makeVoid], 0],
  ['a void put right', [settle, makeVoid, correct('17')], 17_500],
  ['a ruling on the wager', [move, settle], 8_500],
  ['a ruling and a correction', [move, settle, correct('23')], -500],
  ['a decision with an award', [settle, refer, award], 17_800],
]

test.each(cases)('after %s both makers state what the ledger says', async (_, changes, net) => {
  const round = await played([ann], changes)
  const { receipts, key } = await receiptsOf(ann, round)
  const { seq, receipt } = receipts[0]!
  const { text, entry } = await checked(receipt!, key!)
  expect(text).toContain(`Round ${round} stands at ${net < 0 ? '-' : ''}$${(Math.abs(net) / 100).toFixed(2)} for ann`)
  expect(entry.total).toMatchObject({ net })
  expect(await ledgerOf(round)).toBe(net)
  expect(await proved(seq)).toBe(receipt)
  expect((await receiptsOf(ben, round)).receipts).toEqual([])
})

/** The entries in a receipt. The hashes beside them are Base 64, in which any name can occur by chance. */
function leavesOf(receipt: string): string[] {
  const extra = Buffer.from(/^extra (.*)$/m.exec(receipt)![1]!, 'base64').toString()
  const { leaf, beside } = JSON.parse(extra) as { leaf: string; beside: { leaf: string; part?: { text: string } }[] }
  return [leaf, ...beside.flatMap((one) => [one.leaf, one.part?.text ?? ''])]
}

test.each(cases)(
  'after %s of a round of two players each is told their own money, and shown nobody else',
  async (_, changes, net) => {
    const round = await played([ann, ben], changes)
    const { receipts, key } = await receiptsOf(ann, round)
    const { seq, receipt } = receipts[0]!
    expect(await proved(seq)).toBe(receipt)
    for (const leaf of leavesOf(receipt!)) expect(leaf).not.toContain('ben')
    const { entry } = await checked(receipt!, key!)
    expect(entry.total).toMatchObject({ net })
    const all = await checked(await proved(seq, '--all-players'), key!)
    expect(all.entry.total).toMatchObject({ net })
    expect(await ledgerOf(round)).toBe(net)
  },
)

test('a change is found by the snapshot, and so is one after it', async () => {
  const round = await played([ann], [settle, correct('23')])
  await service.floor.rooms.get('single')!.table.snapshot()
  await tell(correct('20')(round))
  const { receipts, key } = await receiptsOf(ann, round)
  const { seq, receipt } = receipts[0]!
  const { text } = await checked(receipt!, key!)
  expect(text).toMatch(/corrected from 17 to 23,[\s\S]*corrected from 23 to 20,/)
  expect(await proved(seq)).toBe(receipt)
})

test('a receipt from before a correction stays sound, and one from after it says otherwise', async () => {
  const round = await played([ann], [settle])
  const before = await receiptsOf(ann, round)
  await tell(correct('23')(round))
  const after = await receiptsOf(ann, round)
  const old = await checked(before.receipts[0]!.receipt!, before.key!)
  expect(old.text).toMatch(/^This receipt is sound\.[\s\S]*stands at \$175\.00[\s\S]*Later changes are not in it\./)
  expect((await checked(after.receipts[0]!.receipt!, after.key!)).text).toContain('stands at -$5.00')
})
