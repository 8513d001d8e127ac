import { randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../../test/campaign.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { buyIn, entriesOf, give, openSingle, placeYourBets, wager } from '../../../test/support/stream.ts'
import { sqliteJournal } from '../journal/sqlite.ts'
import { journalFile } from '../journal/sqlite-file.ts'
import type { TableAnswer } from './table-stream.ts'

afterAll(cleanUp)

const SENDERS = ['ann', 'ben', 'cat']
const STEPS = Math.ceil(300 * campaign)

/** A random number generator that repeats its sequence for a seed (Park and Miller, 1988). */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

type Given = { sender: string; id: string; stake: number; answer: Promise<TableAnswer> }

/** Accidents that may happen to the index of ids between two starts. */
const accidents: readonly string[] = [
  'SELECT 1',
  'SELECT 1',
  'DROP TABLE ids',
  'DROP TABLE sums',
  'DELETE FROM ids WHERE seq % 7 = 0',
  'UPDATE ids SET key = key + 1 WHERE seq = (SELECT max(seq) FROM ids)',
  'DROP TABLE ids; DROP TABLE rounds; DROP TABLE sums',
]

function happen(accident: string, folder: string): void {
  const db = new DatabaseSync(journalFile(folder))
  db.exec(accident)
  db.close()
}

test('ids given again at random, soon or late, alike or for something else, over restarts and a lost index', async () => {
  const seed = 1 + randomInt(2_000_000_000)
  const roll = dice(seed)
  const folder = freshFolder()
  let journal = await sqliteJournal(folder)
  let host = await openSingle(journal)
  await give(host, placeYourBets, ...SENDERS.map((sender) => buyIn(sender, 100_000_000)))
  const given: Given[] = []

  async function restarted(): Promise<void> {
    await Promise.all(given.map(({ answer }) => answer))
    if (roll(2) === 0) await host.snapshot()
    host.close()
    await journal.close()
    happen(accidents[roll(accidents.length)]!, folder)
    journal = await sqliteJournal(folder)
    host = await openSingle(journal)
  }

  async function again(first: Given): Promise<void> {
    const isAnother = roll(4) === 0
    const stake = isAnother ? first.stake + 100 : first.stake
    const answer = await host.submit(wager(first.sender, stake, first.id), first.sender)
    if (isAnother)
      expect(answer, `seed ${seed}`).toMatchObject({ barred: { refused: 'id-used-for-another', id: first.id } })
    else expect(answer, `seed ${seed}`).toEqual(await first.answer)
  }

  for (let step = 0; step < STEPS; step++) {
    if (step % 150 === 149) await restarted()
    if (given.length > 0 && roll(5) < 2) await again(given[roll(given.length)]!)
    else {
      // Ids belong to their sender: another sender may use the same id.
      const [sender, stake] = [SENDERS[roll(SENDERS.length)]!, 500 + 100 * roll(5)]
      const id = `id ${given.filter((one) => one.sender === sender).length}`
      const answer = host.submit(wager(sender, stake, id), sender)
      given.push({ sender, id, stake, answer })
      if (roll(3) === 0) await again(given.at(-1)!)
    }
  }
  await restarted()
  for (const first of given)
    expect(await host.submit(wager(first.sender, first.stake, first.id), first.sender)).toEqual(await first.answer)

  const placed = (await entriesOf(journal)).flatMap((entry) => ('events' in entry ? entry.events : []))
  const stakes = placed.flatMap((event) => (event.type === 'wager-placed' ? [event.stake] : []))
  expect(stakes, `seed ${seed}`).toHaveLength(given.length)
  expect(stakes.reduce<number>((sum, stake) => sum + stake, 0)).toBe(given.reduce((sum, { stake }) => sum + stake, 0))
  await journal.close()
})
