import type { PersistentMap } from '../engine/persistent-map.ts'
import { type HouseCaller, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { FieldsOf } from './house-commands.ts'
import type { Decided, HouseEventOf } from './house-events.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import type { WheelWork } from './wheel-work.ts'

type WheelNoted = HouseEventOf<'wheel-noted'>
/** An entry in the log of a wheel. `table`: where the wheel stood after the work. */
export type WheelLogEntry = Pick<WheelNoted, 'work' | 'table' | 'technician' | 'reason' | 'at' | 'by'>

/** A wheel by its serial number. `table` null: it stands at none. `since`: from when on. */
export type Wheel = {
  readonly wheel: string
  readonly table: string | null
  readonly since: string
  /** The last entries, the newest first. The journal has all of them. */
  readonly log: readonly WheelLogEntry[]
}

/** More entries of one wheel are not kept in memory. */
export const LOG_KEPT_MAX = 50

type Wheels = { readonly wheels: PersistentMap<Wheel> }

/** The wheel that stands at a table. */
export const wheelAt = ({ wheels }: Wheels, table: string): Wheel | undefined =>
  wheels.values().find((one) => one.table === table)

/** Notes what was done to a wheel. A wheel that is installed leaves its table, and the one that it replaces leaves the floor. */
export function noteWheel(state: Wheels, request: FieldsOf<'note-wheel'>, by: HouseCaller, now: string): Decided {
  const { wheel, work, technician, reason } = request
  const table = work === 'installed' ? request.table : undefined
  const refused =
    fieldRefusal({ wheel, work, technician, reason, ...(work === 'installed' ? { table } : {}) }) ??
    misplaced(state.wheels.get(wheel), request)
  if (refused) return refused
  const from = state.wheels.get(wheel)?.table ?? null
  const place = work === 'installed' ? table! : work === 'removed' ? null : from
  const replaced = work === 'installed' ? wheelAt(state, place!)?.wheel : undefined
  const noted = { wheel, work, table: place, from, technician, reason, at: now, by: signatureOf(by) }
  return { events: [{ type: 'wheel-noted', ...noted, ...(replaced === undefined ? {} : { replaced }) }] }
}

function misplaced(known: Wheel | undefined, { wheel, work, table }: FieldsOf<'note-wheel'>): HouseRefusal | null {
  if (!known) return work === 'installed' ? null : refuse('wheel-unknown', { wheel })
  const isThere = known.table === (work === 'installed' ? table : null)
  return isMove(work) && isThere ? refuse('wheel-already-there', { wheel, table: known.table }) : null
}

const isMove = (work: WheelWork): boolean => work === 'installed' || work === 'removed'

/** `kept`: how many entries of the log of a wheel are kept. */
export function evolveWheels(wheels: Wheels['wheels'], event: WheelNoted, kept = LOG_KEPT_MAX): Wheels['wheels'] {
  const { wheel, work, table, technician, reason, at, by, replaced } = event
  const before = wheels.get(wheel)
  const log = [{ work, table, technician, reason, at, by }, ...(before?.log ?? [])].slice(0, kept)
  const since = before && !isMove(work) ? before.since : at
  return withoutTable(wheels, replaced, event, kept).set(wheel, { wheel, table, since, log })
}

/** The wheel that another one replaces stands nowhere, and its log says so. */
function withoutTable(
  wheels: Wheels['wheels'],
  replaced: string | undefined,
  event: WheelNoted,
  kept: number,
): Wheels['wheels'] {
  const before = replaced === undefined ? undefined : wheels.get(replaced)
  if (!before) return wheels
  const { technician, reason, at, by } = event
  const entry: WheelLogEntry = { work: 'removed', table: null, technician, reason, at, by }
  return wheels.set(before.wheel, {
    wheel: before.wheel,
    table: null,
    since: at,
    log: [entry, ...before.log].slice(0, kept),
  })
}
