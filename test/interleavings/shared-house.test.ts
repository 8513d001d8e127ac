import { expect, test } from 'vitest'
import { campaign, isWhole } from '../campaign.ts'
import { explore } from './explore.ts'
import { exploreProtocol, type Protocol, type Request, type Safeguards } from './protocol.ts'
import { FakeClock, SharedHouse } from './shared-house.ts'

/** One ticket brought to every node at once, while others at each node ask the house for something of their own. */
const requestsOf = (nodes: number, each: number): Request[][] =>
  Array.from({ length: nodes }, (_, nth) => {
    const own = 'abc'[nth]!
    const all = [
      { claim: 'ticket', pair: true },
      { claim: `${own}1`, pair: true },
      { claim: `${own}2`, pair: false },
    ]
    return all.slice(0, each)
  })

const protocolOf = (nodes: number, each: number, safeguards: Safeguards): Protocol => ({
  requests: requestsOf(nodes, each).flatMap((own, node) => own.map((request) => ({ ...request, node }))),
  safeguards,
})

/** The last one has 3.2 million states and takes a minute of a processor. */
const sizes = [
  { nodes: 2, each: 2 },
  { nodes: 2, each: 3 },
  { nodes: 3, each: 2 },
  { nodes: 3, each: 3 },
].slice(0, isWhole ? undefined : 3)

test.each(sizes)(
  '$nodes nodes, $each requests each: in every order of steps a ticket is paid once',
  ({ nodes, each }) => {
    const { states, problem } = exploreProtocol(protocolOf(nodes, each, { looksAgain: true, namesPast: true }))
    expect(problem).toBeNull()
    expect(states).toBeGreaterThan(250)
  },
)

test('an entry names the one that it was decided on: without that a ticket is paid twice', () => {
  const problemOf = (safeguards: Safeguards) => exploreProtocol(protocolOf(2, 2, safeguards)).problem
  expect(problemOf({ looksAgain: false, namesPast: true })).toBeNull()
  expect(problemOf({ looksAgain: true, namesPast: false })).toBe('ticket was claimed twice')
  expect(problemOf({ looksAgain: false, namesPast: false })).toBe('ticket was claimed twice')
})

/**
 * The streams of the service in place of the model. They have too many states to follow all. By default every node asks, then
 * every node commits, then every node hears of it; `deviations` counts the steps that are taken out of this order.
 */
const further = isWhole ? 1 : 0
const explored = [
  { nodes: 2, each: 2, deviations: 2 + further },
  { nodes: 2, each: 3, deviations: 1 + further },
  { nodes: 3, each: 2, deviations: 1 + further },
  { nodes: 3, each: 3, deviations: 1 + further },
].slice(0, campaign < 1 ? 1 : undefined)

test.each(explored)(
  'the streams of $nodes nodes, $each requests each, $deviations deviations: a ticket is paid once',
  async ({ nodes, each, deviations }) => {
    const clock = new FakeClock()
    const create = () => SharedHouse.create(clock, requestsOf(nodes, each))
    const { failure, runs } = await clock.during(() => explore(create, deviations))
    expect(failure).toBeNull()
    expect(runs).toBeGreaterThan(50)
  },
)

test('the timers of whatever else runs in this process stay real', async () => {
  let isOver = false
  let ticks = 0
  const tick = () => {
    ticks++
    if (!isOver) setTimeout(tick, 1)
  }
  setTimeout(tick, 1)
  const clock = new FakeClock()
  const { failure } = await clock.during(async () => {
    await expect.poll(() => ticks).toBeGreaterThan(2)
    return explore(() => SharedHouse.create(clock, requestsOf(2, 1)))
  })
  isOver = true
  expect(failure).toBeNull()
})
