import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read, tableOf } from '../../test/support/engine.ts'
import { conduct, type Table } from './conduct.ts'
import { PersistentMap } from './persistent-map.ts'

/** One version of a map, and a plain copy with the entries that it must always have. */
type Version = { map: PersistentMap<number>; model: ReadonlyMap<string, number> }

const keys = ['', 'a', 'b', 'c', 'd', '17', '9', '__proto__', 'constructor']
const at = fc.nat()
const key = fc.constantFrom(...keys)

type Step =
  | { do: 'set'; at: number; key: string; value: number }
  | { do: 'without'; at: number; key: string }
  | { do: 'read'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), at, key, value: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ do: fc.constant('without' as const), at, key }),
  fc.record({ do: fc.constant('read' as const), at }),
)

function expectSame({ map, model }: Version): void {
  expect(map.size).toBe(model.size)
  for (const name of keys) expect(map.get(name)).toBe(model.get(name))
  const sorted = [...model.keys()].sort()
  expect(map.keys()).toEqual(sorted)
  expect(map.entries()).toEqual(sorted.map((name) => [name, model.get(name)]))
  expect([...map.values()].sort()).toEqual([...model.values()].sort())
  expect(new Map(Object.entries(map.toJSON()))).toEqual(model)
}

function changed({ map, model }: Version, made: Exclude<Step, { do: 'read' }>): Version {
  const copy = new Map(model)
  if (made.do === 'set') return { map: map.set(made.key, made.value), model: copy.set(made.key, made.value) }
  copy.delete(made.key)
  return { map: map.without(made.key), model: copy }
}

test('every version ever made says what it said, in whatever order they are used', () => {
  const initial = fc.uniqueArray(fc.tuple(key, fc.nat(9)), { selector: ([name]) => name })
  fc.assert(
    fc.property(initial, fc.array(step, { maxLength: 60 }), fc.array(at, { maxLength: 20 }), (start, steps, visits) => {
      const versions: Version[] = [{ map: PersistentMap.of(start), model: new Map(start) }]
      for (const made of steps) {
        const version = versions[made.at % versions.length]!
        if (made.do === 'read') expectSame(version)
        else versions.push(changed(version, made))
      }
      for (const visit of visits) expectSame(versions[visit % versions.length]!)
      for (const version of versions.toReversed()) expectSame(version)
    }),
    { numRuns: 300 },
  )
})

test('taking away what is not there makes no new version', () => {
  const map = PersistentMap.of([['a', 1]])
  expect(map.without('b')).toBe(map)
  expect(map.without('a')).not.toBe(map)
  expect(map.size).toBe(1)
})

test('the map from which it was made may change without it', () => {
  const entries: [string, number][] = [['a', 1]]
  const map = PersistentMap.of(entries)
  entries[0]![1] = 2
  entries.push(['b', 3])
  expect(map.entries()).toEqual([['a', 1]])
})

test('a hundred thousand versions back is no deeper a stack', () => {
  const first = PersistentMap.of<number>()
  let last = first
  for (let i = 0; i < 100_000; i++) last = last.set(`${i % 50}`, i)
  expect([first.size, last.size, first.get('7'), last.get('7')]).toEqual([0, 50, undefined, 99_957])
})

/** Every map within a value, at whatever depth. */
function mapsIn(value: unknown): PersistentMap<unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof PersistentMap) return [value, ...value.values().flatMap(mapsIn)]
  return Object.values(value).flatMap(mapsIn)
}

const played = (orders: readonly object[]): Table =>
  orders.reduce((table: Table, order) => conduct(table, read(order)).table, tableOf('mbs/roulette@3'))

test('two tables share no map: versions of one map share one store, and would take it from each other in turn', () => {
  const orders = [
    { do: 'buy-in', player: 'ann', amount: 1_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 500 },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  ]
  for (let most = 0; most <= orders.length; most++) {
    const [one, other] = [played(orders.slice(0, most)), played(orders.slice(0, most))]
    const maps = new Set(mapsIn(one.state))
    expect(maps.size).toBeGreaterThanOrEqual(4)
    expect(mapsIn(other.state).filter((map) => maps.has(map))).toEqual([])
  }
})
