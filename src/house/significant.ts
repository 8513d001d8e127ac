import type { PersistentMap } from '../engine/persistent-map.ts'
import type { HouseCaller, Signature } from './caller.ts'
import { signatureOf } from './caller.ts'
import { fieldRefusal, notValid } from './fields.ts'
import type { Decided, HouseDecision, HouseEvent, HouseEventOf } from './house-events.ts'
import { refuse } from './house-refusals.ts'
import { kindOf, type Seen, type Settings, type SignificantFacts } from './significant-kinds.ts'
import { HOUR, moment } from './time.ts'

/** `at`: when it happened first, `last`: when it happened last. */
export type SignificantEvent = {
  number: number
  key: string
  facts: SignificantFacts
  at: string
  last: string
  count: number
  acknowledged: { at: string; by: Signature; note: string } | null
}

export const isOpenEvent = ({ facts, acknowledged }: SignificantEvent): boolean =>
  kindOf(facts.alarm).asks === true && acknowledged === null

/** The facts that tell events of one kind apart; others are of the moment, such as a message of the machine. */
const telling = ['node', 'peer', 'witness', 'terminal', 'player', 'round', 'step', 'of'] as const

export function keyOf(facts: SignificantFacts): string {
  const { alarm, table, fault } = facts
  const apart = telling.map((name) => facts[name]).filter((value) => value !== undefined)
  const faultName = typeof fault === 'object' && fault !== null ? [fault.fault] : []
  return JSON.stringify([alarm, table, ...apart, ...faultName])
}

/** More are not open at once: the rest of a kind is one event that counts them. */
export const OPEN_MAX = 1_000
/** So many that nobody has to acknowledge, or that somebody has, are kept in memory; the record has them all. */
const CLOSED_KEPT = 200
/** Events that ask for nothing are counted together for so long. */
const TOGETHER_FOR = HOUR

type Events = PersistentMap<SignificantEvent>
export type NotedEvent = HouseEventOf<'significant-noted' | 'significant-repeated' | 'significant-acknowledged'>

/** In order of their numbers. */
export const significantIn = ({ significant }: { significant: Events }): SignificantEvent[] =>
  significant.values().sort((a, b) => a.number - b.number)

export const isNotedEvent = (event: HouseEvent): event is NotedEvent => event.type.startsWith('significant-')

const lastNumber = (events: Events): number => events.values().reduce((last, { number }) => Math.max(last, number), 0)

type Signed = { at: string; by: Signature }

/** Notes observations. Each is a new event, or one more occurrence of a known event. */
export function noteEvents(
  state: { significant: Events; running: PersistentMap<string> },
  seen: readonly Seen[],
  by: HouseCaller,
  now: string,
): HouseDecision {
  const signed = { at: now, by: signatureOf(by) }
  let known = state.significant
  const events = seen
    .flatMap((one) => [...crashBefore(state.running, one), one])
    .map((one) => {
      const event = eventFor(known, one, signed)
      known = evolveSignificant(known, event)
      return event
    })
  return { events }
}

function eventFor(known: Events, { facts, at, count }: Seen, signed: Signed): NotedEvent {
  const { asks, each } = kindOf(facts.alarm)
  const key = keyOf(facts)
  const same = each ? undefined : known.values().find((one) => one.key === key && isStillCounted(one, at))
  if (same) return { type: 'significant-repeated', event: same.number, count, last: at, ...signed }
  const isOver = asks && facts.alarm !== 'more-events' && known.values().filter(isOpenEvent).length >= OPEN_MAX
  if (isOver)
    return eventFor(known, { facts: { alarm: 'more-events', table: null, of: facts.alarm }, at, count }, signed)
  return { type: 'significant-noted', event: lastNumber(known) + 1, facts, first: at, count, ...signed }
}

const isStillCounted = (one: SignificantEvent, at: string): boolean =>
  kindOf(one.facts.alarm).asks === true ? one.acknowledged === null : moment(at) - moment(one.at) < TOGETHER_FOR

/** A node that starts and had not stopped in good order has crashed, or lost its power. */
function crashBefore(running: PersistentMap<string>, { facts, at }: Seen): Seen[] {
  if (facts.alarm !== 'service-started') return []
  const { node } = facts
  const since = running.get(String(node))
  return since === undefined
    ? []
    : [{ facts: { alarm: 'crash-detected', table: null, node: String(node), since }, at, count: 1 }]
}

/** The nodes that run, by name, since when. */
export function runningAfter(running: PersistentMap<string>, { facts, first }: HouseEventOf<'significant-noted'>) {
  if (facts.alarm === 'service-started') return running.set(String(facts.node), first)
  return facts.alarm === 'service-stopped' ? running.without(String(facts.node)) : running
}

/** Notes the effective configuration of a node: what is different from before, with both values. */
export function noteConfiguration(
  state: { significant: Events; configurations: PersistentMap<Settings> },
  { node, digest, settings }: { node: string; digest: string; settings: Settings },
  by: HouseCaller,
  now: string,
): HouseDecision {
  const before = state.configurations.get(node)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(settings)])].sort()
  const changed = names.filter((name) => before?.[name] !== settings[name])
  if (changed.length === 0) return { events: [] }
  const values = (of: Settings = {}) =>
    Object.fromEntries(changed.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])))
  const alarm = before ? 'configuration-changed' : 'configuration-noted'
  const facts: SignificantFacts = { alarm, table: null, node, digest, before: values(before), after: values(settings) }
  return { events: [eventFor(state.significant, { facts, at: now, count: 1 }, { at: now, by: signatureOf(by) })] }
}

/** The configuration of each node after a change of it. */
export function configurationsAfter(
  configurations: PersistentMap<Settings>,
  { facts }: HouseEventOf<'significant-noted'>,
): PersistentMap<Settings> {
  if (facts.alarm !== 'configuration-noted' && facts.alarm !== 'configuration-changed') return configurations
  const [node, from, to] = [String(facts.node), facts.before as Settings, facts.after as Settings]
  const kept = Object.entries(configurations.get(node) ?? {}).filter(([name]) => from[name] === undefined)
  return configurations.set(node, { ...Object.fromEntries(kept), ...to })
}

const NUMBERS_MAX = 1_000

/** Staff acknowledge open events by name, with a note. Those that are not open are left out. */
export function acknowledgeEvents(
  { significant }: { significant: Events },
  { numbers, note }: { numbers: readonly number[]; note: string },
  by: HouseCaller,
  now: string,
): Decided {
  const refused = fieldRefusal({ note })
  if (refused) return refused
  if (numbers.length === 0 || numbers.length > NUMBERS_MAX) return notValid('numbers', `be 1 to ${NUMBERS_MAX} numbers`)
  const open = [...new Set(numbers)].filter((number) => {
    const event = significant.get(String(number))
    return event && isOpenEvent(event)
  })
  if (open.length === 0) return refuse('event-not-open', { numbers: numbers.join(', ') })
  return { events: [{ type: 'significant-acknowledged', numbers: open, note, at: now, by: signatureOf(by) }] }
}

/** `kept`: how many of those that are not open stay. */
export function evolveSignificant(events: Events, event: NotedEvent, kept = CLOSED_KEPT): Events {
  switch (event.type) {
    case 'significant-noted': {
      const { event: number, facts, first: at, count } = event
      const noted = { number, key: keyOf(facts), facts, at, last: at, count, acknowledged: null }
      return withoutOldest(events.set(String(number), noted), kept)
    }
    case 'significant-repeated':
      return changed(events, event.event, (one) => ({ ...one, count: one.count + event.count, last: event.last }))
    case 'significant-acknowledged': {
      const { numbers, note, at, by } = event
      const acknowledged = { at, by, note }
      const all = numbers.reduce((some, number) => changed(some, number, (one) => ({ ...one, acknowledged })), events)
      return withoutOldest(all, kept)
    }
  }
}

function changed(events: Events, number: number, change: (one: SignificantEvent) => SignificantEvent): Events {
  const one = events.get(String(number))
  if (!one) throw new Error(`There is no significant event ${number}`)
  return events.set(String(number), change(one))
}

/** The newest stays, so that its number is never given again. */
function withoutOldest(events: Events, kept: number): Events {
  if (events.size <= kept) return events
  const closed = events.values().filter((one) => !isOpenEvent(one))
  if (closed.length <= kept) return events
  const newest = lastNumber(events)
  return closed
    .sort((a, b) => a.number - b.number)
    .slice(0, closed.length - kept)
    .filter(({ number }) => number !== newest)
    .reduce((all, { number }) => all.without(String(number)), events)
}
