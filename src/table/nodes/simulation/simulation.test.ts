import { expect, test } from 'vitest'
import { campaign } from '../../../../test/campaign.ts'
import { findingsOf } from './findings.ts'
import { playNight } from './night.ts'
import type { Flaw } from './trouble-store.ts'

/** Nights from seeds: whatever goes wrong, nothing that was told is lost. SEED=7 plays that one alone. */

const NIGHTS = Math.ceil(6 * campaign)
const chosen = process.env.SEED

test.each(chosen ? [Number(chosen)] : Array.from({ length: NIGHTS }, (_, nth) => nth + 1))('night %i', async (seed) => {
  const night = await playNight(seed)
  expect(await findingsOf(night)).toEqual([])
  expect(night.told.filter(({ reply }) => reply.status === 200).length).toBeGreaterThan(20)
})

const historyOf = async (seed: number): Promise<unknown[]> => {
  const { store } = await playNight(seed)
  const streams = await store.plain.streams()
  const entries = streams.map((stream) => store.plain.read(stream, 1, 1_000_000))
  return (await Promise.all(entries)).flat().map(({ stream, seq, body }) => {
    const { at, command } = JSON.parse(body) as { at: string; command?: object }
    return [stream, seq, at, command]
  })
}

test('a night is the same each time it is played', async () => {
  expect(await historyOf(3)).toEqual(await historyOf(3))
})

/** Within so many nights each flaw is found. */
const flaws: readonly [Flaw, number][] = [
  ['no-fence', 20],
  ['no-epoch', 20],
  ['answer-before-commit', 2],
  ['house-without-sequence', 5],
]

test.each(flaws)('a store with the flaw %s is found out within %i nights', async (flaw, nights) => {
  for (let seed = 1; seed <= nights; seed++) {
    const found = await playNight(seed, flaw).then(findingsOf, (error: Error) => [error.message])
    if (found.length > 0) return
  }
  expect.fail(`${flaw} was not found in ${nights} nights`)
})
