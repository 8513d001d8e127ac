import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type WheelWork, wheelWorks } from '../house/wheel-work.ts'

/** The output of `simulate --json` and `randomness --json` as a report reads it. Unknown fields are allowed. */

const {
  Object: shape,
  Array: list,
  Number: real,
  String: text,
  Boolean: flag,
  Null: nothing,
  Union: either,
  Tuple: tuple,
} = Type
const orNull = <Item extends TSchema>(item: Item) => either([item, nothing()])
const interval = tuple([real(), real()])
const comparison = { played: real(), interval, exact: orNull(real()), agrees: orNull(flag()) }

export const simulationAnswer = shape({
  book: text(),
  fingerprint: text(),
  layout: text(),
  plan: text(),
  bankroll: orNull(real()),
  seed: orNull(text()),
  generator: text(),
  wagers: list(shape({ spot: text(), stake: Type.Integer({ minimum: 1 }) }), { minItems: 1 }),
  limits: Type.Record(text(), shape({ min: Type.Optional(real()), max: Type.Optional(real()) })),
  rounds: real(),
  played: real(),
  staked: real(),
  returned: real(),
  returnToPlayer: real(),
  interval,
  expected: real(),
  agrees: flag(),
  exact: orNull(text()),
  heldRounds: real(),
  confidence: real(),
  hitRate: shape({ ...comparison, exactFraction: text() }),
  standardDeviation: shape({ played: real(), exact: orNull(real()) }),
  longestLosingRun: shape({ played: real(), range: orNull(interval), agrees: orNull(flag()) }),
  sessions: orNull(
    shape({
      rounds: real(),
      count: real(),
      ruined: real(),
      standardDeviation: real(),
      best: real(),
      worst: real(),
      ruin: shape({ ...comparison, errorBound: orNull(real()) }),
      meanResult: shape({ played: real(), exact: orNull(real()) }),
      withoutLimits: Type.Optional(orNull(shape({ ruin: real(), meanResult: real() }))),
    }),
  ),
  disagreements: list(text()),
})
export type SimulationAnswer = Static<typeof simulationAnswer>

const test = shape({
  name: text(),
  how: text(),
  statistic: orNull(real()),
  degrees: orNull(real()),
  p: orNull(real()),
  adjusted: orNull(real()),
  passed: orNull(flag()),
})
const counts = list(shape({ pocket: text(), count: real() }))
const workOnWheel = shape({
  at: text(),
  work: Type.Unsafe<WheelWork>({ type: 'string', enum: [...wheelWorks] }),
  table: orNull(text()),
  technician: text(),
  reason: text(),
})
const power = shape({
  power: real(),
  spins: real(),
  pocketBias: orNull(real()),
  tilt: orNull(real()),
  spinsFor: list(shape({ bias: real(), pocket: real(), tilt: real() })),
})

export const randomnessAnswer = shape({
  source: text(),
  level: real(),
  tests: list(test),
  passed: orNull(flag()),
  book: Type.Optional(text()),
  count: Type.Optional(real()),
  seed: Type.Optional(orNull(text())),
  counts: Type.Optional(counts),
  wheels: Type.Optional(
    list(
      shape({
        wheel: text(),
        book: text(),
        spins: real(),
        tests: list(test),
        passed: orNull(flag()),
        power,
        counts: Type.Optional(counts),
        acceptanceSpins: Type.Optional(real()),
        accepted: Type.Optional(orNull(flag())),
        tables: Type.Optional(list(shape({ table: text(), spins: real() }))),
        log: Type.Optional(orNull(list(workOnWheel))),
      }),
    ),
  ),
})
export type RandomnessAnswer = Static<typeof randomnessAnswer>

/** The value, or the first thing that is wrong with it: where, and what. */
export function readAnswer<Shape extends TSchema>(
  shape: Shape,
  value: unknown,
): { readonly answer: Static<Shape> } | { readonly field: string; readonly problem: string } {
  if (Value.Check(shape, value)) return { answer: value as Static<Shape> }
  const [first] = Value.Errors(shape, value)
  const missing = (first?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.[0]
  const at = (first?.instancePath ?? '').split('/').filter(Boolean)
  return {
    field: [...at, ...(missing === undefined ? [] : [missing])].join('.'),
    problem: missing === undefined ? (first?.message ?? 'is wrong') : 'is missing',
  }
}
