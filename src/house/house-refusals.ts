/**
 * Every refusal of the house, in order of precedence: when several apply, the first is the answer. `recorded`: it is
 * written to the journal nevertheless.
 */
// biome-ignore format: a table is read down its columns
export const houseRefusals = {
  'too-many-at-once':      { recorded: false, means: 'too many people are signing in at once; try again' },
  'too-many-wrong-tries':  { recorded: false, means: 'there were too many wrong tries for this badge: wait the seconds that are named; at a station where the badge signed in before, wrong tries elsewhere do not count' },
  'done-too-often':        { recorded: false, means: 'the same was done and undone too often within a minute; try again in the next' },
  'session-is-over':       { recorded: false, means: 'the session has ended; the answer says why' },
  'badge-is-locked':       { recorded: false, means: 'an administrator locked the badge' },
  'badge-or-pin-wrong':    { recorded: false, means: 'the badge or the PIN is wrong; wrong tries are counted and recorded' },
  'id-used-for-another':   { recorded: false, means: 'the caller used this id for another request, which stands' },
  'position-too-low':      { recorded: true,  means: 'the caller needs a higher position' },
  'not-at-this-table':     { recorded: true,  means: 'a terminal acts only at its own table' },
  'not-for-this-player':   { recorded: true,  means: 'a terminal acts only for its own player' },
  'terminal-is-closed':    { recorded: false, means: 'the terminal is closed: it takes no wagers and no tickets' },
  'field-not-valid':       { recorded: false, means: 'a field is missing or not valid' },
  'pin-not-valid':         { recorded: false, means: 'a PIN has 6 to 12 digits' },
  'pin-too-simple':        { recorded: false, means: 'a PIN must not be repeated digits, a run of digits, a date or the badge number' },
  'pin-too-old':           { recorded: false, means: 'the PIN is older than the house allows: sign in with the old PIN and a new one' },
  'pin-unchanged':         { recorded: false, means: 'the new PIN is the old one' },
  'badge-unknown':         { recorded: false, means: 'nobody has this badge' },
  'badge-taken':           { recorded: false, means: 'somebody else has this badge' },
  'role-unchanged':        { recorded: false, means: 'the person has this role already' },
  'last-administrator':    { recorded: false, means: 'the house keeps at least one administrator' },
  'badge-already-locked':  { recorded: false, means: 'the badge is locked already, until an administrator unlocks it' },
  'badge-not-locked':      { recorded: false, means: 'the badge is not locked' },
  'code-unknown':          { recorded: false, means: 'no terminal waits for this enrolment code' },
  'code-expired':          { recorded: false, means: 'the enrolment code has expired; a new one is needed' },
  'terminal-unknown':      { recorded: false, means: 'there is no such terminal' },
  'terminal-taken':        { recorded: false, means: 'a terminal has or had this name; names are not used again, because meters belong to them' },
  'player-taken':          { recorded: false, means: 'a terminal has or had this player at the table' },
  'terminal-already-open': { recorded: false, means: 'the terminal is open already' },
  'terminal-already-closed': { recorded: false, means: 'the terminal is closed already, or closing' },
  'terminal-not-closed':   { recorded: false, means: 'the terminal must be closed before it is removed' },
  'terminal-not-empty':    { recorded: false, means: 'the terminal still has credits or stakes: let its round finish, cash it out, then remove it' },
  'amount-not-positive':   { recorded: false, means: 'an amount must be more than zero' },
  'ticket-over-limit':     { recorded: false, means: 'the amount is more than one ticket may hold; an attendant pays out the rest' },
  'ticket-unknown':        { recorded: false, means: 'no ticket has this number' },
  'ticket-redeemed':       { recorded: true,  means: 'the ticket was redeemed already' },
  'ticket-cancelled':      { recorded: true,  means: 'the ticket was cancelled' },
  'attendant-already-called': { recorded: false, means: 'an attendant was called already' },
  'no-such-call':          { recorded: false, means: 'the terminal calls no attendant, or the call was answered' },
  'table-is-yours':        { recorded: false, means: 'the caller deals at this table already' },
  'table-not-taken':       { recorded: false, means: 'nobody has taken the table' },
  'event-not-open':        { recorded: false, means: 'none of these significant events waits for an acknowledgement' },
  'gaming-already-stopped': { recorded: false, means: 'gaming is stopped in this way already' },
  'gaming-not-stopped':    { recorded: false, means: 'gaming is not stopped here' },
  'gaming-is-stopped':     { recorded: false, means: 'gaming is stopped in the house, of this game or at this table' },
  'wheel-unknown':         { recorded: false, means: 'no wheel with this serial number was ever installed' },
  'wheel-already-there':   { recorded: false, means: 'the wheel stands at this table, or at none, already' },
  'ticket-expired':        { recorded: false, means: 'the ticket has expired' },
} as const

export type HouseRefusalCode = keyof typeof houseRefusals
export const houseRefusalCodes = Object.keys(houseRefusals) as HouseRefusalCode[]

export type HouseRefusal = { refused: HouseRefusalCode; [fact: string]: unknown }

/** The one refusal of the house that a table's journal records, as a forbidden command. */
export type PositionTooLow = HouseRefusal & { refused: 'position-too-low' }
export const isPositionTooLow = (refusal: HouseRefusal): refusal is PositionTooLow =>
  refusal.refused === 'position-too-low'

export const refuse = (refused: HouseRefusalCode, facts: { [fact: string]: unknown } = {}): HouseRefusal => ({
  refused,
  ...facts,
})

const lackOfAuthority: readonly string[] = ['position-too-low', 'not-at-this-table', 'not-for-this-player']

/** Refusals for lack of permission, which come before any decision of a table's rule book. */
export const isLackOfAuthority = ({ refused }: { refused: string }): boolean => lackOfAuthority.includes(refused)

export const isHouseRefusal = (value: object): value is HouseRefusal => 'refused' in value
