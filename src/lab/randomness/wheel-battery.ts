import { chiSquareTest, evenTest, type RandomnessTest, tooFew } from './battery.ts'
import { countsOf, type Symbols, symbolTests } from './symbol-battery.ts'

/** A spin of a real wheel, oldest first. `place`: where the ball fell, by the order of the wheel. */
export type WheelSpin = {
  readonly place: number
  /** The dealer of the spin, and the direction of the ball; null where the record has none. */
  readonly dealer: string | null
  readonly ball: 'clockwise' | 'anticlockwise' | null
}

/** The spins of a wheel, for tests of randomness. */
export type WheelRecord = { readonly places: number; readonly spins: readonly WheelSpin[] }

/**
 * The tests for every source, and those for physical wheels only.
 *
 * @example
 * const tests: RandomnessTest[] = wheelTests(wheelRecord)
 */
export function wheelTests(record: WheelRecord): RandomnessTest[] {
  const values = Uint8Array.from(record.spins, ({ place }) => place)
  return [
    ...symbolTests({ values, kinds: record.places }),
    sectorsTest({ values, kinds: record.places }),
    neighboursTest(record),
    driftTest({ values, kinds: record.places }),
    signatureTest(record),
  ]
}

/** The number of results needed to accept a wheel (GLI-19 3.4.2). With fewer, the report says which bias they could miss. */
export const ACCEPTANCE_SPINS = 10_000

/** Fewer say nothing about broad parts of the wheel. */
export const SPINS_MIN = 100
const SECTOR_WAVES = 4
export const SECTOR_DEGREES = 2 * SECTOR_WAVES
const DRIFT_WAVES = 2
const DRIFT_PARTS = 8
const SIGNATURE_WAVES = 3

type Wave = { cos: number; sin: number }

/** Sums of waves around the wheel; with equal chances each is as good as normal, with the variance of half the spins. */
function wavesOf(values: Uint8Array, kinds: number, count: number): Wave[] {
  const counts = countsOf({ values, kinds })
  return Array.from({ length: count }, (_, at) => {
    let [cos, sin] = [0, 0]
    for (let place = 0; place < kinds; place++) {
      const angle = (2 * Math.PI * (at + 1) * place) / kinds
      cos += counts[place]! * Math.cos(angle)
      sin += counts[place]! * Math.sin(angle)
    }
    return { cos, sin }
  })
}

const strength = (waves: readonly Wave[], spins: number): number =>
  waves.reduce((sum, { cos, sin }) => sum + (2 * (cos ** 2 + sin ** 2)) / spins, 0)

/** A worn or tilted part of the wheel: one to four broad parts of it that come too often. */
function sectorsTest({ values, kinds }: Symbols): RandomnessTest {
  const [name, how] = ['sectors', `waves of 1 to ${SECTOR_WAVES} crests around the wheel (Rayleigh)`]
  if (values.length < SPINS_MIN) return tooFew(name, how)
  const statistic = strength(wavesOf(values, kinds, SECTOR_WAVES), values.length)
  return chiSquareTest(name, how, statistic, SECTOR_DEGREES)
}

/** How far a result lies from the one before, around the wheel: any distance as often as any other. */
function neighboursTest({ places, spins }: WheelRecord): RandomnessTest {
  const counts = new Float64Array(places)
  for (let at = 1; at < spins.length; at++) counts[(spins[at]!.place - spins[at - 1]!.place + places) % places]!++
  return evenTest('neighbours', 'chi-square of how far each result lies from the one before, around the wheel', counts)
}

/** Whether broad parts of the wheel come more often at one time than at another. */
function driftTest({ values, kinds }: Symbols): RandomnessTest {
  const [name, how] = ['drift', `waves around the wheel, compared over ${DRIFT_PARTS} parts of the time`]
  if (values.length < SPINS_MIN * DRIFT_PARTS) return tooFew(name, how)
  const all = wavesOf(values, kinds, DRIFT_WAVES)
  let statistic = -strength(all, values.length)
  for (let part = 0; part < DRIFT_PARTS; part++) {
    const from = Math.floor((part * values.length) / DRIFT_PARTS)
    const to = Math.floor(((part + 1) * values.length) / DRIFT_PARTS)
    statistic += strength(wavesOf(values.subarray(from, to), kinds, DRIFT_WAVES), to - from)
  }
  return chiSquareTest(name, how, statistic, 2 * DRIFT_WAVES * (DRIFT_PARTS - 1))
}

/**
 * A dealer's signature: from where the ball was picked up, the same hand may bring it about as far each time. The
 * distance is counted the way the ball ran.
 */
function signatureTest({ places, spins }: WheelRecord): RandomnessTest {
  const [name, how] = ["dealer's signature", 'for each dealer, waves of how far the ball came the way it ran']
  const byDealer = new Map<string, number[]>()
  for (let at = 1; at < spins.length; at++) {
    const { dealer, ball, place } = spins[at]!
    if (dealer === null || ball === null) continue
    const distance = (place - spins[at - 1]!.place) * (ball === 'clockwise' ? 1 : -1)
    const before = byDealer.get(dealer) ?? []
    before.push((distance + places) % places)
    byDealer.set(dealer, before)
  }
  const enough = [...byDealer.values()].filter((distances) => distances.length >= SPINS_MIN)
  if (enough.length === 0) return tooFew(name, how)
  const statistic = enough.reduce(
    (sum, distances) => sum + strength(wavesOf(Uint8Array.from(distances), places, SIGNATURE_WAVES), distances.length),
    0,
  )
  return chiSquareTest(name, how, statistic, 2 * SIGNATURE_WAVES * enough.length)
}
