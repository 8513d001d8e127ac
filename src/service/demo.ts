import type { Book } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { terminalsOf } from '../engine/several-piece.ts'
import { layoutNames, layoutOf } from '../engine/spots.ts'
import { systemReasons } from '../engine/system-reasons.ts'
import { isUnderWay, readSetup } from '../engine/table.ts'
import { demoCaller } from '../house/caller.ts'
import { shiftNow } from '../house/floor-decisions.ts'
import type { PinHash } from '../house/house-events.ts'
import { isHouseRefusal } from '../house/house-refusals.ts'
import { holdsRole, type StaffRole } from '../house/roles.ts'
import { builtInBooks } from '../record/known-books.ts'
import { capitalise } from '../words/plain-text.ts'
import { simulatedWheel } from './config.ts'
import type { Floor, Room, TablePlan } from './floor/floor.ts'
import { type HouseBrand, markOf } from './house-brand.ts'
import type { KeyMaterial, PinCost } from './secrets/key-material.ts'
import { newPin } from './secrets/pin-checks.ts'
import { askHouse } from './stream/house-stream.ts'
import { StreamStopped } from './stream/stream-stopped.ts'
import { bookOf, giveAs, type TableStream } from './stream/table-stream.ts'

/** Plans one table for each book, layout and terminal, all open at once. `added`: a book from outside. */
export function demoPlans(speed: number, added: Book | null): TablePlan[] {
  const own = builtInBooks.list
  const books = added && !own.some(({ id }) => id === added.id) ? [...own, added] : own
  return books.flatMap((book) =>
    layoutNames(book).flatMap((layout) => {
      const terminals = terminalsOf(book, layout)
      return (terminals.length === 0 ? [''] : terminals).map((terminal) =>
        demoPlan(books, { book, layout, terminal }, speed),
      )
    }),
  )
}

/** The brand of the demonstration: another house shows its own (`houseName`, `houseMark`, `feltColour`, `accentColour`). */
const demoMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<path d="M24 2v5M17 7h14l3 5H14z" fill="#e6c07a" stroke="#e6c07a" stroke-width="2" stroke-linejoin="round"/>
<path d="M14 14h20c4 6 4 16 0 22H14c-4-6-4-16 0-22z" fill="#b4232c" stroke="#e6c07a" stroke-width="2"/>
<path d="M24 14v22M18.500 14c-2 7-2 15 0 22M29.500 14c2 7 2 15 0 22" fill="none" stroke="#f3ddb0" stroke-width="1.500"/>
<path d="M14 38h20l-3 4H17zM24 42v4" fill="#e6c07a" stroke="#e6c07a" stroke-width="2" stroke-linejoin="round"/>
</svg>`
export const demoBrand: HouseBrand = {
  name: 'The Lantern Room',
  mark: markOf('image/svg+xml', Buffer.from(demoMark)),
  accentColour: '#e6c07a',
  feltColour: '#123a5c',
}

type DemoTable = { book: Book; layout: string; terminal: string }

function demoPlan(books: readonly Book[], { book, layout, terminal }: DemoTable, speed: number): TablePlan {
  const isOneOfSeveral = layoutNames(book).length > 1
  const choices = { ...(isOneOfSeveral ? { layout } : {}), ...(terminal ? { terminal } : {}) }
  const setup = readSetup({ book: book.id, ...choices, limits: demoLimits(book, layout) }, () => book)
  if ('problem' in setup) throw new Error(setup.problem)
  const isTwice = books.filter(({ texts }) => texts.en.title === book.texts.en.title).length > 1
  const title = isTwice ? `${book.texts.en.title} (version ${book.version})` : book.texts.en.title
  // Books of two houses may have the same name of a game.
  const game = builtInBooks.byId(book.id) ? book.id.split('/')[1]! : book.id
  return {
    id: [game, isOneOfSeveral ? layout : '', terminal]
      .filter(isGiven)
      .join('-')
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-'),
    name: [title, isOneOfSeveral ? `layout ${layout}` : '', terminal].filter(isGiven).join(', '),
    ...shortOf({ book, layout, terminal }),
    setup,
    wheel: simulatedWheel(book, speed),
  }
}

/** A lower maximum for single numbers, which pay most. A book with limits of its own keeps to those. */
function demoLimits(book: Book, layout: string): object {
  const { limits } = book.rules
  if (limits.policy !== 'none' && limits.amounts) return {}
  const numbers = layoutOf(book, layout).wagers.filter(({ grid }) => grid === 'number')
  const own = numbers.map(({ kind }) => [kind, { max: 50_000 }])
  return { default: { min: 500, max: 200_000 }, ...Object.fromEntries(own) }
}

/** Games by their short names; a book from outside has none. */
const shortNames: Readonly<Record<string, string>> = {
  'mbs/sands-roulette@1': 'Sands 1',
  'mbs/sands-roulette@2': 'Sands 2',
  'mbs/roulette@3': 'Roulette',
  'mbs/sands-fast-action-roulette@2': 'Fast Action',
  'rws/roulette-double-zero-etg@4': 'Double Zero',
}

function shortOf({ book, layout, terminal }: DemoTable): { short?: string } {
  const game = shortNames[book.id]
  if (game === undefined) return {}
  const isOneOfSeveral = layoutNames(book).length > 1
  return { short: [game, isOneOfSeveral ? layout : '', capitalise(terminal)].filter(isGiven).join(' ') }
}

const isGiven = (part: string): boolean => part !== ''

/** Badges of the demonstration. They are printed at its start, and are public. */
export const demoStaff: readonly { badge: string; name: string; role: StaffRole; pin: string }[] = [
  { badge: '1001', name: 'Dana', role: 'dealer', pin: '407312' },
  { badge: '2001', name: 'Siti', role: 'pit-supervisor', pin: '518423' },
  { badge: '3001', name: 'Marcus', role: 'pit-manager', pin: '629534' },
  { badge: '4001', name: 'Helen', role: 'shift-manager', pin: '730645' },
  { badge: '5001', name: 'Ravi', role: 'auditor', pin: '841756' },
  { badge: '9001', name: 'Admin', role: 'administrator', pin: '952867' },
]

const SETTLE_AFTER_MS = 3_000
/** The time before settling while a person of the pit is signed in: time to rule on wagers and to refer. */
const SETTLE_WITH_PIT_MS = 15_000

/** The demonstration's PINs are public, so their hashes need no protection against guessing. */
const KNOWN_PIN_COST: PinCost = { N: 2, r: 8, p: 1 }

export async function demoPin({ badge, pin }: (typeof demoStaff)[number], keyMaterial: KeyMaterial): Promise<PinHash> {
  const hash = await newPin(badge, pin, { ...keyMaterial, pinCost: KNOWN_PIN_COST })
  if (isHouseRefusal(hash)) throw new Error(`${badge}: ${hash.refused}`)
  return hash
}

export async function addDemoStaff(floor: Floor): Promise<void> {
  for (const member of demoStaff) {
    const { badge, name, role } = member
    if (floor.house.settled.state.staff.get(badge)) continue
    const hash = await demoPin(member, floor.keyMaterial)
    const by = { console: 'demo' }
    const { refused } = await askHouse(floor.house, { do: 'add-staff', badge, name, role, pin: hash, by })
    // Another node may have added the badge first.
    if (refused && !floor.house.settled.state.staff.get(badge)) throw new Error(`${badge}: ${refused.refused}`)
  }
}

/**
 * Adds staff and an automatic dealer, and concludes rounds that a stop interrupted. Returns a function that stops the
 * dealer.
 */
export async function startDemo(floor: Floor, speed: number, isAmongNodes: boolean): Promise<() => void> {
  await addDemoStaff(floor)
  const stop = dealAutomatically(floor, speed)
  if (!isAmongNodes) for (const room of floor.rooms.values()) await concludeInterrupted(floor, room)
  return stop
}

/** The automatic dealer: it settles when the ball rests. The wheel itself calls the rest of the round. */
function dealAutomatically(floor: Floor, speed: number): () => void {
  const timers = new Set<NodeJS.Timeout>()
  for (const { table } of floor.rooms.values())
    table.watch({
      recorded(events) {
        if (!events.some(({ type }) => type === 'outcome-determined' || type === 'bonus-numbers-drawn')) return
        const wait = isSignedIn(floor, 'pit-supervisor') ? SETTLE_WITH_PIT_MS : SETTLE_AFTER_MS
        const timer = setTimeout(() => {
          timers.delete(timer)
          conclude(floor, table)
        }, wait / speed)
        timers.add(timer)
      },
    })
  return () => timers.forEach(clearTimeout)
}

/** Whether a person of at least this position is signed in: the decision is then left to that person. */
function isSignedIn({ house: { settled } }: Floor, needed: StaffRole): boolean {
  const { sessions, staff } = settled.state
  return sessions.values().some(({ badge }) => {
    const role = staff.get(badge)?.role
    return role !== undefined && holdsRole(role, needed)
  })
}

/** Whether a dealer who is signed in has taken this table from the automatic one. */
function isDealtByHand({ house: { settled } }: Floor, table: string): boolean {
  const shift = shiftNow(settled.state, table)
  return shift !== null && settled.state.sessions.values().some(({ badge }) => badge === shift.dealer.badge)
}

type Wheels = { connect(table: string): void; disconnect(table: string): void }

/**
 * Lets a dealer take a table: its simulated wheel is disconnected, and the dealer makes every call. When the table is
 * handed back, or nobody is signed in, the open round is concluded and the automatic dealer continues.
 */
export function followTakers(floor: Floor, wheels: Wheels): void {
  const byHand = new Set<string>()
  const returning = new Set<string>()
  const giveBack = async (id: string, room: Room): Promise<void> => {
    if (returning.has(id)) return
    returning.add(id)
    try {
      await concludeInterrupted(floor, room)
      if (isDealtByHand(floor, id)) return
      byHand.delete(id)
      wheels.connect(id)
    } catch (error) {
      // A stopped table has an alarm of its own. It is given back when it is restored.
      if (!(error instanceof StreamStopped)) throw error
    } finally {
      returning.delete(id)
    }
  }
  const follow = () => {
    for (const [id, room] of floor.rooms) {
      const isNow = isDealtByHand(floor, id)
      if (isNow === byHand.has(id)) continue
      if (isNow) {
        byHand.add(id)
        wheels.disconnect(id)
      } else void giveBack(id, room)
    }
  }
  const isOfIt: readonly string[] = ['table-taken', 'table-left', 'session-opened', 'session-ended']
  floor.house.watch({
    recorded(events) {
      if (!events.some(({ type }) => isOfIt.includes(type))) return
      follow()
      // Decides referred rounds that waited for a person who has left.
      for (const { table } of floor.rooms.values())
        if (table.settled.state.round.phase === 'referred') conclude(floor, table)
    },
  })
  for (const { table } of floor.rooms.values()) table.watch({ restored: follow })
  follow()
}

const automaticDealer = { role: 'dealer', name: 'automatic dealer' } as const
const shiftManager = { role: 'shift-manager', name: 'automatic shift manager' } as const

function conclude(floor: Floor, table: TableStream): void {
  if (isDealtByHand(floor, table.id)) return
  const { phase } = table.settled.state.round
  if (phase === 'outcome-determined') give(table, { do: 'settle', by: automaticDealer })
  // A shift manager who is signed in decides in person.
  if (phase === 'referred' && !isSignedIn(floor, 'shift-manager'))
    give(table, { do: 'decide', decision: 'void', reason: systemReasons.demonstrationDecides, by: shiftManager })
}

// A stopped table has an alarm of its own, and is concluded when it is back.
const give = (table: TableStream, command: Command): void => void giveAs(table, demoCaller, command).catch(() => {})

/**
 * Concludes a round that was under way when the service stopped: its simulated ball is gone. With an outcome it is
 * settled. Without one it is void by the book's rule: no spin in a power failure, an interruption, or the shift
 * manager's decision.
 */
export async function concludeInterrupted(floor: Floor, { table }: Room): Promise<void> {
  const { round } = table.settled.state
  if (!isUnderWay(round)) return
  if ('pocket' in round && round.pocket !== null) return conclude(floor, table)
  for (const command of interruptionCommands(table)) await giveAs(table, demoCaller, command)
}

function interruptionCommands({ settled }: TableStream): Command[] {
  const [book, { state }] = [bookOf(settled), settled]
  if (book.rules.interruption) return [{ do: 'interruption', by: automaticDealer }]
  if (book.rules.powerFailure && book.rules.noSpin)
    return [
      ...(state.powerOut ? [] : [{ do: 'power-failure', by: automaticDealer } as const]),
      { do: 'no-spin', by: automaticDealer },
    ]
  const reason = systemReasons.serviceStopped
  const refer = state.round.phase === 'referred' ? [] : [{ do: 'refer', reason, by: automaticDealer } as const]
  return [...refer, { do: 'decide', decision: 'void', reason, by: shiftManager }]
}
