import { expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  buyIn,
  command,
  entriesOf,
  give,
  noMoreBets,
  openSingle,
  placeYourBets,
  spin,
  wager,
} from '../../../test/support/stream.ts'

test('refusals that must be on record are in the journal, others are not', async () => {
  const journal = memoryJournal()
  const host = await openSingle(journal)
  await give(host, buyIn('ann', 1_000), placeYourBets)
  await host.submit(wager('ann', 5_000), 'ann')
  await host.submit(command({ do: 'wager', player: 'ann', spot: '99', stake: 5 }), 'ann')
  await host.submit(
    command({ do: 'wager', player: 'ben', spot: '1', stake: 5, by: { role: 'player', name: 'ann' } }),
    'ann',
  )
  await host.submit(command({ do: 'settle', by: 'player' }), 'ann')
  await give(host, spin, noMoreBets)
  await host.submit(wager('ann', 500), 'ann')
  await host.submit(command({ do: 'withdraw', player: 'ann', spot: '1' }), 'ann')
  const refused = (await entriesOf(journal)).flatMap((entry) => ('refused' in entry ? [entry.refused.refused] : []))
  expect(refused).toEqual(['not-for-this-player', 'position-too-low', 'betting-is-closed', 'betting-is-closed'])
})
