import type { Book, Pocket } from '../../books/rule-book.ts'
import type { WheelFault } from '../../wheel/wheel-faults.ts'
import type { PitDeskView } from '../../wire/audiences.ts'

/** One table as the desk sees it. `view` is null until the table has spoken. */
export type Watched = { id: string; book: Book; view: PitDeskView | null; isStopped: boolean }

/**
 * A matter that waits for a decision. Matters that stop play come first; `clause` is the rule for the decision.
 * `concluded`: a round that was referred afterwards; `isVoid`, as far as the desk knows.
 */
export type WaitingItem = { key: string; table: string; clause: string | null } & (
  | { kind: 'stopped' }
  | { kind: 'referred'; round: number; reason: string }
  | { kind: 'differs'; round: number; pockets: readonly [Pocket, Pocket] }
  | { kind: 'power-out'; round: number }
  | { kind: 'concluded'; round: number; reason: string; isVoid: boolean }
  | { kind: 'wheel-away'; faults: readonly WheelFault[] }
  | { kind: 'owed'; players: readonly { player: string; owed: number }[] }
)

const order: readonly WaitingItem['kind'][] = [
  'stopped',
  'referred',
  'differs',
  'power-out',
  'concluded',
  'wheel-away',
  'owed',
]

export const queueOf = (tables: readonly Watched[]): WaitingItem[] =>
  tables.flatMap(waitingAt).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))

function waitingAt({ id, book, view, isStopped }: Watched): WaitingItem[] {
  const found: WaitingItem[] = []
  const add = (kind: WaitingItem['kind'], clause: string | null, facts: object, mark: string | number = '') =>
    found.push({ key: `${id} ${kind} ${mark}`, table: id, clause, kind, ...facts } as WaitingItem)
  if (isStopped) add('stopped', null, {})
  if (!view) return found
  if (view.wheel && !view.wheel.connected) add('wheel-away', null, { faults: view.wheel.faults })
  const { round, referred, differs, pocket, powerOut, owed, referrals, recent } = view
  const { referral, correction, powerFailure } = book.rules
  if (round !== null && referred !== null) add('referred', referral.clause, { round, reason: referred }, round)
  if (round !== null && differs && pocket)
    add('differs', correction.clause, { round, pockets: [pocket, differs] }, round)
  if (round !== null && powerOut) add('power-out', powerFailure?.clause ?? null, { round }, round)
  for (const { round: number, reason } of referrals) {
    const isVoid = recent.some((one) => one.round === number && one.void !== null)
    add('concluded', referral.clause, { round: number, reason, isVoid }, number)
  }
  if (owed.length > 0) add('owed', null, { players: owed })
  return found
}

/** Since when the desk has seen it; `isOlder`: it waited before that already. */
export type SeenSince = { since: number; isOlder: boolean }

/**
 * Remembers the start of each wait. A matter that is there at a table's first message has waited longer than the desk
 * knows.
 */
export function watchingSince() {
  const seen = new Map<string, SeenSince>()
  const heard = new Set<string>()
  return (tables: readonly Watched[], now: number): (WaitingItem & SeenSince)[] => {
    const queue = queueOf(tables)
    for (const key of seen.keys()) if (!queue.some((item) => item.key === key)) seen.delete(key)
    for (const { key, table } of queue) if (!seen.has(key)) seen.set(key, { since: now, isOlder: !heard.has(table) })
    for (const { id, view } of tables) if (view) heard.add(id)
    return queue.map((item) => ({ ...item, ...seen.get(item.key)! }))
  }
}
