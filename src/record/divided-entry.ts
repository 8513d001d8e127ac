import type { EventOf, EventType } from '../engine/events.ts'
import { isRecord } from '../engine/shape.ts'
import { areEqual, fromBase64, fromHex, toBase64, utf8 } from '../proof/bytes.ts'
import { type Hash, hashLeaf, nodesOfLeaves, proveInclusion, rootByInclusion, rootOfLeaves } from '../proof/tree.ts'
import { hashLeafText, hashNodeBy, type Sha256 } from './sha256.ts'
import type { PlainEntry } from './versions.ts'

/**
 * An entry that may be about several players is divided. Its leaf is a head, which anybody may see, with the root of a tree of its
 * parts: first the whole entry, then the part of each player. So a receipt shows the head and the part of one player, and
 * nothing of the others.
 */
export type DividedEntry = { readonly head: string; readonly parts: readonly Part[] }

/** `player`: null for the whole entry. `leaf`: the hash of the text, computed once, because the whole entry may be long. */
type Part = { readonly player: string | null; readonly text: string; readonly leaf: Hash }

/**
 * The public form of an event in a head. `shown`: the fields that any player may see. `lists`: fields whose items name
 * a player each; they are empty in the head, and the part of a player has that player's items.
 */
type Row<Type extends EventType> = {
  readonly shown: readonly (keyof EventOf<Type>)[]
  readonly lists?: readonly (keyof EventOf<Type>)[]
}

/** An entry with an event that has lists is divided. A head leaves out events without a row. */
const rows: { readonly [Type in EventType]?: Row<Type> } = {
  'betting-opened': { shown: ['round', 'book', 'closesAt', 'commitment', 'forPrison', 'clause', 'at'] },
  'bonus-numbers-drawn': { shown: ['round', 'numbers', 'superNumbers', 'links', 'scatter', 'reveal', 'clause'] },
  'outcome-determined': { shown: ['round', 'pocket', 'revolutions', 'source', 'clause'] },
  'results-differed': { shown: ['round', 'pocket', 'revolutions', 'source', 'clause'] },
  'round-settled': { shown: ['round', 'pocket', 'clause', 'by', 'at'], lists: ['lines', 'adjustments'] },
  'round-voided': {
    shown: ['round', 'code', 'clause', 'binding', 'counted', 'afterDraw', 'by', 'at'],
    lists: ['lines', 'adjustments'],
  },
  'outcome-corrected': { shown: ['round', 'from', 'code', 'to', 'by', 'clause'], lists: ['lines', 'adjustments'] },
  'referral-decided': { shown: ['round', 'decision', 'phase', 'clause', 'by'], lists: ['awards'] },
  'book-set': { shown: ['from', 'to', 'clause', 'by'], lists: ['marks'] },
  'limits-set': { shown: ['from', 'to', 'clause', 'by'], lists: ['marks'] },
}

type PlainEvent = Readonly<Record<string, unknown>>
type WithEvents = PlainEntry & { readonly events: readonly PlainEvent[] }
/** An event that a head tells of, with its row. */
type Told = { readonly event: PlainEvent; readonly shown: readonly string[]; readonly lists: readonly string[] }

const dividedTypes = Object.entries(rows).flatMap(([type, { lists }]) => (lists ? [type] : []))
/** Faster than parsing every entry. */
const mayBeDivided = new RegExp(`"type":"(?:${dividedTypes.join('|')})"`)

/**
 * Divides an entry into a head and a part for each player. Null: the entry is hashed as it is written, and so is a head. Only
 * heads have the field `parts`.
 */
export function divideEntry(body: string, by: Sha256): DividedEntry | null {
  const entry = mayBeDivided.test(body) ? entryWithEvents(body) : null
  const told = entry?.events.flatMap(toldOf) ?? []
  if (!entry || 'parts' in entry || !told.some(({ lists }) => lists.length > 0)) return null
  const saltOf = (nth: number) => by(`${entry.salt} ${nth}`).slice(0, 32)
  const partOf = (player: string | null, text: string): Part => ({
    player,
    text,
    leaf: fromHex(hashLeafText(text, by)),
  })
  const owned = [...listsByPlayer(told)].map(([player, events], nth) =>
    partOf(player, JSON.stringify({ salt: saltOf(nth + 1), player, events })),
  )
  const parts = [partOf(null, body), ...owned]
  return { head: headOf(entry, told, saltOf(0), parts, by), parts }
}

/** Null: not an entry with events. It is hashed as it is, and `verify` finds its faults elsewhere. */
function entryWithEvents(body: string): WithEvents | null {
  try {
    const entry = JSON.parse(body)
    return Array.isArray(entry?.events) && entry.events.every(isRecord) ? entry : null
  } catch {
    return null
  }
}

function toldOf(event: PlainEvent): Told[] {
  const { type } = event
  const row = typeof type === 'string' && Object.hasOwn(rows, type) ? rows[type as EventType] : undefined
  return row ? [{ event, shown: row.shown, lists: row.lists ?? [] }] : []
}

type OwnLists = Record<string, unknown[]>

/** The items of each player, for each event in order; players in the order in which they are named first. */
function listsByPlayer(told: readonly Told[]): ReadonlyMap<string, readonly OwnLists[]> {
  const players = new Map<string, OwnLists[]>()
  for (const [nth, { event, lists }] of told.entries())
    for (const list of lists)
      for (const item of itemsIn(event[list])) {
        const { player } = item
        if (!players.has(player))
          players.set(
            player,
            told.map(() => ({})),
          )
        const own = players.get(player)![nth]!
        own[list] ??= []
        own[list].push(item)
      }
  return players
}

const itemsIn = (value: unknown): { player: string }[] =>
  Array.isArray(value) ? value.filter((item) => isRecord(item) && typeof item.player === 'string') : []

function headOf(entry: WithEvents, told: readonly Told[], salt: string, parts: readonly Part[], by: Sha256): string {
  const { v, at, actor, book, house, command, ruleBook } = entry
  const { do: given } = isRecord(command) ? command : {}
  const events = told.map(({ event, shown, lists }) => ({
    type: event.type,
    ...Object.fromEntries(shown.map((field) => [field, event[field]])),
    ...Object.fromEntries(lists.filter((list) => list in event).map((list) => [list, []])),
  }))
  const root = toBase64(rootOfLeaves(leavesOf(parts), hashNodeBy(by)))
  const tree: PartTree = { count: parts.length, root }
  return JSON.stringify({ v, salt, at, actor, book, house, command: { do: given }, ruleBook, events, parts: tree })
}

/** The tree of the parts, as the head states it. */
type PartTree = { readonly count: number; readonly root: string }

const leavesOf = (parts: readonly Part[]): Hash[] => parts.map(({ leaf }) => leaf)

/** A part with the proof that it belongs to its head. */
export type ProvenPart = { readonly index: number; readonly hashes: readonly Hash[]; readonly text: string }

/** Proves the part of a player; null: the entry has none. */
export function provePart({ parts }: DividedEntry, player: string, by: Sha256): ProvenPart | null {
  const index = parts.findIndex((part) => part.player === player)
  if (index < 0) return null
  const node = hashNodeBy(by)
  const hashes = proveInclusion(nodesOfLeaves(leavesOf(parts), node), index, parts.length, node)
  return { index, hashes, text: parts[index]!.text }
}

/** The text of a head with the items of one part in its lists. */
export function withPart(head: string, part: string): string {
  const entry = JSON.parse(head) as WithEvents
  const { events: own } = JSON.parse(part) as WithEvents
  return JSON.stringify({
    ...entry,
    events: entry.events.map((event, nth) => ({ ...event, ...listsIn(own[nth], event) })),
  })
}

const listsIn = (own: PlainEvent | undefined, event: PlainEvent): PlainEvent =>
  Object.fromEntries(Object.entries(own ?? {}).filter(([list]) => Array.isArray(event[list])))

/** Whether a part is that of a player and belongs to a head. */
export function isPartOf(head: string, { index, hashes, text }: ProvenPart): boolean {
  const tree = partTreeIn(head)
  if (!tree || index === 0) return false
  const found = rootByInclusion(hashLeaf(utf8(text)), index, tree.count, hashes)
  return found !== null && areEqual(found, tree.root)
}

function partTreeIn(head: string): { count: number; root: Hash } | null {
  const parts = entryWithEvents(head)?.parts
  const root = isRecord(parts) && typeof parts.root === 'string' ? fromBase64(parts.root) : null
  return root && isRecord(parts) && typeof parts.count === 'number' ? { count: parts.count, root } : null
}
