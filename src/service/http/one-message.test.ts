import { expect, test } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { Client, must } from '../../../test/support/service.ts'

/** The answer to a player's command and the changes of the view are one message. */

const place = inService()
const wager = (spot: string, id: string) => ({ do: 'wager', player: 'ann', spot, stake: 500, id })

async function seated(): Promise<[Client, Client]> {
  const { address, ann } = place
  const hello = { token: ann.token }
  return [await Client.at(address, 'etg', hello), await Client.at(address, 'etg', hello)]
}

const opened = async () => {
  const manager = place.staff['shift-manager']
  await must(place.address, manager, 'etg', { do: 'place-your-bets' }).catch(() => {})
}

test('a wager is answered in the message of its changes; another socket of the player gets the changes alone', async () => {
  await opened()
  const [one, two] = await seated()
  const { version } = one.follower
  await one.ask(wager('17', 'one-1'))
  const [, ...heard] = one.heard
  expect(heard).toMatchObject([
    { answer: { id: 'one-1', events: [{ type: 'wager-placed', spot: '17' }] }, changes: [{ wagers: { '17': {} } }] },
  ])
  expect(heard[0]!.version).toBeGreaterThan(version)
  await two.until(() => two.follower.version === heard[0]!.version)
  const { answer, ...change } = heard[0]!
  expect(two.heard.slice(1)).toEqual([change])
  expect(two.follower.view).toEqual(one.follower.view)
  for (const client of [one, two]) client.cut()
})

test('a refused or repeated command changes nothing: its answer comes alone', async () => {
  await opened()
  const [one, two] = await seated()
  const first = await one.ask(wager('18', 'two-1'))
  const heard = one.heard.length
  expect(await one.ask(wager('18', 'two-1'))).toEqual(first)
  expect(await one.ask({ ...wager('18', 'two-2'), stake: 100_000_000 })).toMatchObject({ refused: 'balance-too-low' })
  expect(one.heard.slice(heard).map((message) => Object.keys(message))).toEqual([['answer'], ['answer']])
  for (const client of [one, two]) client.cut()
})

test('many commands at once are each answered once, in order, and the view is right in the end', async () => {
  await opened()
  const [one, two] = await seated()
  const ids = Array.from({ length: 20 }, (_, nth) => `three-${nth}`)
  await Promise.all(ids.map((id, nth) => one.ask(wager(String(nth + 1), id))))
  expect(one.heard.flatMap(({ answer }) => (answer ? [answer.id] : []))).toEqual(ids)
  await two.until(() => two.follower.version === one.follower.version)
  expect(one.follower.view).toEqual(two.follower.view)
  const versions = one.heard.flatMap(({ version }) => version ?? [])
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  for (const client of [one, two]) client.cut()
})
