import { expect, test } from 'vitest'
import { campaign } from '../campaign.ts'
import { type Flaw, nightOf, wholeNight } from './night-plan.ts'
import { nightText, shrinkNight, tryNight } from './shrink-night.ts'

/**
 * Nights from seeds: whatever goes wrong, nothing that was told is lost, and every screen shows what is. SEED=7 plays that
 * one alone. One in which something is found is made small, and told.
 */

const NIGHTS = Math.ceil(6 * campaign)
const chosen = process.env.SEED
const SHRINKS = 100

const seeds = Array.from({ length: NIGHTS }, (_, nth) => nth + 1)

test.each(chosen ? [Number(chosen)] : seeds)('night %i', async (seed) => {
  const night = await tryNight(nightOf(seed))
  if (night.findings.length > 0) expect.fail(nightText(await shrinkNight(night, SHRINKS)))
  // One in which hardly anything was taken shows nothing; most take sixty or more.
  expect(night.accepted).toBeGreaterThan(10)
})

const twice = [
  { name: 'an ordinary night', seed: 3 },
  { name: 'a rush for tickets', seed: 8 },
  { name: 'a rush at nodes that are apart', seed: 7 },
]

test.each(twice)('$name is the same each time it is played, to the last line of its story', async ({ seed }) => {
  const { story } = await tryNight(nightOf(seed))
  expect(story.length).toBeGreaterThan(100)
  expect((await tryNight(nightOf(seed))).story).toEqual(story)
})

/** Each flaw is found within this number of nights. */
const flaws: readonly [Flaw, number][] = [
  ['no-fence', 10],
  ['no-epoch', 10],
  ['answer-before-commit', 2],
  ['house-without-sequence', 5],
  ['answer-before-replica', 2],
  ['lease-renewed-anyway', 5],
]

async function firstFound(flaw: Flaw, nights: number) {
  for (let seed = 1; seed <= nights; seed++) {
    const night = await tryNight(wholeNight(seed, flaw))
    if (night.findings.length > 0) return night
  }
  return expect.fail(`${flaw} was not found in ${nights} nights`)
}

test.each(flaws)('the flaw %s is found within %i nights', async (flaw, nights) => void (await firstFound(flaw, nights)))

test('a night in which something is found is made small, is the same again, and can be read', async () => {
  const found = await firstFound('house-without-sequence', 5)
  const small = await shrinkNight(found, 30)
  expect(small.story.length).toBeLessThan(found.story.length / 3)
  expect(small.faults.length).toBeLessThan(found.faults.length / 4)
  expect(small.plan.clients.length).toBeLessThan(found.plan.clients.length)
  expect(await tryNight(small.plan)).toEqual(small)
  expect(nightText(small)).toMatch(/^Night \d+ with the flaw house-without-sequence: .*\n.* asks .*\nFOUND: /s)
})
