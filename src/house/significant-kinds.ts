/**
 * Significant events (GLI-19 2.8.8): what people who run a house must learn of, on record until somebody acknowledges it by
 * name. An event that comes again while it is open is counted, so that a flood is one event.
 *
 * `asks`: stays open until it is acknowledged. `alarm`: is listed among the alarms. `each`: is never counted together with
 * another.
 */
type Kind = { asks?: true; alarm?: true; each?: true }

// biome-ignore format: a table is read down its columns
export const significantKinds = {
  'table-stopped':        { asks: true, alarm: true },
  'house-stopped':        { asks: true, alarm: true },
  'tickets-stopped':      { asks: true, alarm: true },
  'table-restored':       { alarm: true },
  'house-restored':       { alarm: true },
  'tickets-restored':     { alarm: true },
  'table-damaged':        { asks: true, alarm: true },
  'journal-lost':         { asks: true, alarm: true },
  'journal-found':        { alarm: true },
  'draw-secret-lost':     { asks: true, alarm: true },
  'void-after-draw':      { asks: true, alarm: true },
  'step-failed':          { asks: true, alarm: true },
  'wheel-fault':          { asks: true, alarm: true },
  'table-moved':          { alarm: true, each: true },
  'lease-lost':           { asks: true, alarm: true },
  'node-gone':            { asks: true, alarm: true },
  'link-lost':            { asks: true, alarm: true },
  'link-found':           { alarm: true },
  'clock-set':            { asks: true, alarm: true, each: true },
  'clock-out-of-range':   { asks: true, alarm: true },
  'clocks-apart':         { asks: true, alarm: true },
  'wrong-pins':           { asks: true, alarm: true },
  'signing-stopped':      { asks: true, alarm: true },
  'signing-resumed':      { alarm: true },
  'witness-refused':      { asks: true, alarm: true },
  'witness-silent':       { asks: true, alarm: true },
  'witness-heard':        { alarm: true },
  'crash-detected':       { asks: true, alarm: true, each: true },
  'self-check-failed':    { asks: true, alarm: true },
  'self-check-passed':    { each: true },
  'self-check-unverified': { each: true },
  'terminal-lost':        { asks: true, alarm: true },
  'terminal-back':        {},
  'service-started':      { each: true },
  'service-stopped':      { each: true },
  'configuration-noted':  { each: true },
  'configuration-changed': { asks: true, each: true },
  'large-win':            { asks: true },
  'large-wager':          { asks: true },
  'large-cash':           { asks: true, each: true },
  'more-events':          { asks: true, alarm: true },
} as const satisfies Record<string, Kind>

export type SignificantKind = keyof typeof significantKinds
export const isSignificantKind = (name: string): name is SignificantKind => Object.hasOwn(significantKinds, name)
export const kindOf = (kind: SignificantKind): Kind => significantKinds[kind]

export type Fact = string | number | boolean | null
/** A significant event: its kind, its table, and the facts that its text mentions. */
export type SignificantFacts = {
  alarm: SignificantKind
  table: string | null
  [fact: string]: Fact | Readonly<Record<string, Fact>>
}

/** An observation of a process. It may be old if the house could not record it at once. */
export type Seen = { facts: SignificantFacts; at: string; count: number }

/** The effective configuration of a node: each setting as JSON. */
export type Settings = Readonly<Record<string, string>>
