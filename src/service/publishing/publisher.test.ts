import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Ear, freshView } from '../../../test/support/floor.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { turns } from '../../../test/support/service.ts'
import {
  atRest,
  buyIn,
  command,
  give,
  HeldJournal,
  nextCommand,
  noMoreBets,
  now,
  numbers,
  openSingle,
  placeYourBets,
  players,
  settle,
  single,
  someSetup,
  spin,
  wager,
} from '../../../test/support/stream.ts'
import { unheardWheel } from '../../wheel/status.ts'
import type { Audience } from '../../wire/messages.ts'
import { publishedTable } from '../floor/room.ts'
import { Publisher } from './publisher.ts'

afterEach(() => vi.useRealTimers())

describe('messages to listeners', () => {
  /** Until nothing more is to be sent; staff hear of seats a tenth of a second later. */
  async function drained(): Promise<void> {
    for (let nth = 0; nth < 3; nth++) {
      await turns()
      vi.advanceTimersByTime(150)
    }
    await turns()
  }

  async function room(setup = single) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const held = new HeldJournal(memoryJournal())
    const host = await openSingle(held.journal, setup)
    const publisher = new Publisher(publishedTable(host))
    const join = (audience: Audience, player: string | null = null): Ear => {
      const ear = new Ear(audience, player)
      publisher.add(ear, undefined)
      return ear
    }
    return { held, host, publisher, join }
  }

  test('a player without a stake hears how the round came out for them', async () => {
    const { host, publisher, join } = await room()
    const ann = join('player', 'ann')
    await give(host, buyIn('ben', 10_000), placeYourBets, wager('ben', 500), spin, noMoreBets, atRest('17'), settle)
    await drained()
    expect(ann.follower.view).toEqual(freshView(publisher, ann))
  })

  test.each(['dealer', 'pit'] as const)(
    'the %s hears that the wheel and the dealer differ, and that it is decided',
    async (audience) => {
      const { host, publisher, join } = await room()
      const ear = join(audience)
      await give(host, placeYourBets, spin, noMoreBets, atRest('17', 'wheel'))
      await drained()
      await give(host, atRest('20', 'dealer'))
      await drained()
      expect(ear.follower.view).toMatchObject({ differs: '20' })
      await give(host, command({ do: 'correct-outcome', round: 1, pocket: '17', reason: 'seen' }))
      await drained()
      expect(ear.follower.view).toEqual(freshView(publisher, ear))
    },
  )

  test('a wager that the pit set aside is published to its player and the staff until the round is settled', async () => {
    const { host, publisher, join } = await room()
    const ears = [join('player', 'ann'), join('dealer'), join('pit')]
    const rule = (treatment: string) =>
      command({ do: 'rule-on-wager', player: 'ann', spot: '17', treatment, reason: 'pushed' })
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), spin, noMoreBets, atRest('17'))
    await give(host, rule('returned'))
    await drained()
    const aside = { wagers: {}, setAside: { 17: { stake: 500, chips: 0, outside: null } } }
    expect(ears[0]!.follower.view).toMatchObject({ ...aside, funds: { staked: 500 } })
    for (const ear of ears.slice(1)) expect(ear.follower.view).toMatchObject({ seats: { ann: aside } })
    for (const next of [rule('stands'), rule('returned'), settle]) {
      await give(host, next)
      await drained()
      for (const ear of ears) expect(ear.follower.view).toEqual(freshView(publisher, ear))
    }
    expect(ears[0]!.follower.view).toMatchObject({ setAside: {}, last: { lines: [{ result: 'returned' }] } })
  })

  test('the status of the wheel is published to the staff; others learn only that results are entered by hand', async () => {
    const { publisher, join } = await room()
    const [ann, wall, dealer, pit] = [join('player', 'ann'), join('display'), join('dealer'), join('pit')]
    const wheel = {
      ...unheardWheel,
      connected: false,
      faults: [{ fault: 'silence', game: null }] as const,
      faultAt: now(),
    }
    publisher.publishWheel(wheel)
    await drained()
    for (const ear of [dealer, pit]) expect(ear.follower.view).toMatchObject({ wheel })
    for (const ear of [dealer, pit, join('pit')]) {
      await drained()
      expect(ear.follower.view).toEqual(freshView(publisher, ear))
    }
    for (const ear of [ann, wall]) {
      expect(ear.heard).toHaveLength(2)
      expect(ear.follower.view).toEqual(freshView(publisher, ear))
      expect(ear.follower.view).toMatchObject({ resultsByHand: true })
      expect(JSON.stringify(ear.heard)).not.toContain('silence')
    }
    // Another fault of a silent wheel is not published to them. The first line from it is.
    publisher.publishWheel({ ...wheel, faults: [] })
    publisher.publishWheel({ ...wheel, connected: true, faults: [] })
    await drained()
    for (const ear of [ann, wall]) {
      expect(ear.heard).toHaveLength(3)
      expect(ear.follower.view).toMatchObject({ resultsByHand: false })
    }
  })

  test('a dealer who comes after settlement hears when there is nothing more to pay', async () => {
    const { host, publisher, join } = await room()
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), spin, noMoreBets, atRest('17'), settle)
    await drained()
    const dealer = join('dealer')
    await drained()
    expect(dealer.follower.view?.lines).toHaveLength(1)
    await give(host, placeYourBets)
    await drained()
    expect(dealer.follower.view).toEqual(freshView(publisher, dealer))
  })

  test('a player who comes back is told just what was missed', async () => {
    const { host, publisher, join } = await room()
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), wager('ann', 700, undefined, 'red'))
    await drained()
    const ann = join('player', 'ann')
    await drained()
    publisher.remove(ann)
    const { version } = ann.follower
    await give(host, command({ do: 'withdraw', player: 'ann', spot: '17' }), spin, noMoreBets)
    await drained()
    expect(ann.heard).toHaveLength(1)
    publisher.add(ann, version)
    await drained()
    expect(ann.heard).toHaveLength(2)
    expect(ann.heard[1]).toMatchObject({
      version: host.durable,
      changes: expect.arrayContaining([expect.objectContaining({ phase: 'betting-closed' })]),
    })
    expect(ann.heard[1]).not.toHaveProperty('view')
    expect(ann.follower.view).toEqual(freshView(publisher, ann))
  })

  test.each([
    ['from the future', (seq: number) => seq + 1],
    ['from before the service started', () => 0],
    ['below zero', () => -5],
  ])('a version %s gives the whole view', async (_, from) => {
    const { host, publisher } = await room()
    await give(host, placeYourBets, spin)
    const again = new Publisher(publishedTable(host))
    const ear = new Ear('display')
    again.add(ear, from(host.durable))
    await drained()
    expect(ear.heard).toEqual([{ view: freshView(publisher, ear), version: host.durable, now: now() }])
  })

  test('a gap that is too long gives the whole view', async () => {
    const { host, publisher, join } = await room()
    const ear = join('display')
    await drained()
    const { version } = ear.follower
    publisher.remove(ear)
    for (let nth = 0; nth < 520; nth++) {
      await give(host, command({ do: 'set-limits', limits: { default: { min: 1 + nth } } }))
      await turns()
    }
    publisher.add(ear, version)
    await drained()
    expect(ear.heard[1]).toHaveProperty('view')
    expect(ear.follower.view).toEqual(freshView(publisher, ear))
  })

  type Step = { step: 'command' | 'turn' | 'wait' | 'leave' | 'return' | 'hold' | 'release'; choice: number[] }
  const steps = fc.array(
    fc.record({
      step: fc.constantFrom<Step['step']>(
        'command',
        'command',
        'command',
        'command',
        'turn',
        'wait',
        'leave',
        'return',
        'hold',
        'release',
      ),
      choice: numbers,
    }),
    { minLength: 30, maxLength: 200 },
  )

  /** Every audience twice, so that one is there while the other comes and goes. */
  const audiences: readonly [Audience, string | null][] = [
    ...players.map((player) => ['player', player] as [Audience, string]),
    ['display', null],
    ['dealer', null],
    ['pit', null],
  ]

  /** Random play while listeners come and go and the disk is slow. */
  async function played(setup: typeof single, play: readonly Step[]) {
    const { held, host, publisher } = await room(setup)
    const ears = [...audiences, ...audiences].map(([audience, player]) => new Ear(audience, player))
    const here = new Set(ears)
    for (const ear of ears) publisher.add(ear, undefined)
    for (const { step, choice } of play) {
      const ear = ears[choice[0]! % ears.length]!
      if (step === 'command') void host.submit(nextCommand(host, choice), 'test')
      if (step === 'turn') await turns()
      if (step === 'wait') vi.advanceTimersByTime(choice[0]! % 150)
      if (step === 'hold') held.hold()
      if (step === 'release') await held.release()
      if (step === 'leave' && here.delete(ear)) publisher.remove(ear)
      if (step === 'return' && !here.has(ear)) {
        here.add(ear)
        publisher.add(ear, ear.follower.version < 0 ? undefined : ear.follower.version)
      }
    }
    await held.release()
    await drained()
    publisher.close()
    return { publisher, ears, here }
  }

  test('applying the changes to an old view gives what a fresh view shows, for everybody', async () => {
    await fc.assert(
      fc.asyncProperty(someSetup, steps, async (setup, play) => {
        const { publisher, here } = await played(setup, play)
        for (const ear of here) expect(ear.follower.view, ear.audience).toEqual(freshView(publisher, ear))
      }),
      { numRuns: 400 },
    )
  })

  const common =
    'book title layout resultsByHand limits limitsEnforced isOutOfForce phase round pocket draw commitment void powerOut isClosing gamingStop openedAt closesAt results'.split(
      ' ',
    )
  const own = [...common, ...'terminal wheelOrder player funds wagers setAside imprisoned last awards'.split(' ')]

  test('players hear of themselves alone, and the room of nobody', async () => {
    let messages = 0
    await fc.assert(
      fc.asyncProperty(someSetup, steps, async (setup, play) => {
        const { ears } = await played(setup, play)
        for (const { audience, player, heard } of ears) {
          if (audience !== 'player' && audience !== 'display') continue
          const others = players.filter((one) => one !== player)
          const text = JSON.stringify(heard)
          for (const other of others) expect(text).not.toContain(`"${other}"`)
          const fields = new Set(
            heard.flatMap(({ view, changes }) => [view ?? {}, ...(changes ?? [])].flatMap(Object.keys)),
          )
          expect([...fields].filter((field) => !(player ? own : common).includes(field))).toEqual([])
          messages += heard.length
        }
      }),
      { numRuns: 60 },
    )
    expect(messages).toBeGreaterThan(1_000)
  })
})

test('when the disk is slow, what is to be told is gathered and does not pile up', async () => {
  const held = new HeldJournal(memoryJournal())
  const host = await openSingle(held.journal)
  const publisher = new Publisher(publishedTable(host))
  const ear = new Ear('player', 'ann')
  publisher.add(ear, undefined)
  await give(host, buyIn('ann', 1_000_000), placeYourBets)
  await turns()
  const before = ear.heard.length
  held.hold()
  for (let nth = 0; nth < 300; nth++) {
    void host.submit(wager('ann', 500), 'a')
    await turns()
  }
  expect(ear.heard).toHaveLength(before)
  await held.release()
  await expect.poll(() => ear.follower.view).toEqual(freshView(publisher, ear))
  expect(ear.heard.length - before).toBeLessThan(50)
})
