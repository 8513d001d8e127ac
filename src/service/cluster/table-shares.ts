import type { NodeFacts, Roster } from '../journal/leases.ts'

/** The number of tables of each node, without nodes that take none. */
export type Loads = Map<string, number>

/** Counts the tables of those among `nodes` that take tables. */
export function loadsOf(nodes: readonly NodeFacts[], leases: Roster['leases']): Loads {
  const loads: Loads = new Map(nodes.filter(({ isDraining }) => !isDraining).map(({ id }) => [id, 0]))
  for (const { node, leftMs } of leases) if (leftMs > 0 && loads.has(node)) loads.set(node, loads.get(node)! + 1)
  return loads
}

/** Finds the node with the fewest tables, by its id among several; null: no node takes any. */
export function leastLoaded(loads: Loads): string | null {
  const [first] = [...loads].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
  return first?.[0] ?? null
}

/** Assigns each table to the node that has the fewest by then. Every node computes the same from one roster. */
export function shareOut(tables: readonly string[], loads: Loads): ReadonlyMap<string, string | null> {
  const counted: Loads = new Map(loads)
  return new Map(
    tables.map((table) => {
      const to = leastLoaded(counted)
      if (to !== null) counted.set(to, counted.get(to)! + 1)
      return [table, to]
    }),
  )
}

/** Finds a node that has at least two tables fewer than `me`: one table moves there, and none would move back. */
export function lighterNode(me: string, loads: Loads): string | null {
  const to = leastLoaded(loads)
  return to === null || (loads.get(me) ?? 0) - loads.get(to)! < 2 ? null : to
}
