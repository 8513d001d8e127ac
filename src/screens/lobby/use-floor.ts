import { useEffect, useRef, useState } from 'preact/hooks'
import type { Glance } from '../../wire/floor-shapes.ts'
import { fetchTables } from '../kit/api.ts'
import { LANDING_MS } from '../kit/wheel-motion.ts'

const EVERY_MS = 2_000

/** A table at a glance; the time of the view is shared by all tables. */
export type TableGlance = Omit<Glance, 'now'>
type FloorGlance = {
  tables: readonly TableGlance[] | null
  /** The service does not answer. */
  isAway: boolean
  /** The lead of its clock over this machine's, in milliseconds. */
  ahead: number
}

/** The floor at a glance. It asks again every two seconds, and says when it is not answered. */
export function useFloor(): FloorGlance {
  const [floor, setFloor] = useState<FloorGlance>({ tables: null, isAway: false, ahead: 0 })
  const known = useRef(new Map<string, { text: string; table: TableGlance }>())
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      if (document.hidden) return
      const reply = await fetchTables()
      if (isOver) return
      setFloor((before) => (reply.ok ? heard(known.current, reply.body, before) : { ...before, isAway: true }))
    }
    void ask()
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return floor
}

/** A table may be settled while its ball still falls on a player's screen: until then the lobby does not tell it either. */
export function beforeItsBallIsDown({ now, ...table }: Glance): TableGlance {
  const isDown = ({ at }: Glance['results'][number]) => !at || Date.parse(now) - Date.parse(at) >= LANDING_MS
  return { ...table, results: table.results.filter(isDown) }
}

/** The clocks are taken to agree as before unless they differ by more than an answer may take. */
const SLACK_MS = 250

/** A table of which nothing changed is the same object: of a hundred cards few are drawn again. */
function heard(
  known: Map<string, { text: string; table: TableGlance }>,
  told: readonly Glance[],
  before: FloorGlance,
): FloorGlance {
  const glances = told.map((glance) => {
    const table = beforeItsBallIsDown(glance)
    const text = JSON.stringify(table)
    const old = known.get(table.id)
    if (old?.text === text) return old.table
    known.set(table.id, { text, table })
    return table
  })
  const ahead = told[0] ? Date.parse(told[0].now) - Date.now() : before.ahead
  const isSame = before.tables !== null && Math.abs(ahead - before.ahead) < SLACK_MS
  return { tables: glances, isAway: false, ahead: isSame ? before.ahead : ahead }
}
