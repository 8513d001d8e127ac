/**
 * Every refusal of the house, in order of precedence: when several apply, the first is the answer. `recorded`: it is
 * written to the journal nevertheless.
 */
// biome-ignore format: a table is read down its columns
export const houseRefusals = {
  'too-many-at-once':      { recorded: false, means: 'too many wait to sign in; try again' },
  'too-many-wrong-tries':  { recorded: false, means: 'wait so many seconds after so many wrong tries; where the badge signed in before, those of others do not count' },
  'done-too-often':        { recorded: false, means: 'it was done and undone too often in this minute; try again in the next' },
  'session-is-over':       { recorded: false, means: 'whoever asks was signed in; why they are not any more is said with it' },
  'badge-is-locked':       { recorded: false, means: 'an administrator locked it' },
  'badge-or-pin-wrong':    { recorded: false, means: 'no such badge, or not its PIN; wrong tries are counted on record' },
  'id-used-for-another':   { recorded: false, means: 'its sender gave this id to another request; that one stands' },
  'position-too-low':      { recorded: true,  means: 'whoever asks does not hold the position that it takes' },
  'not-at-this-table':     { recorded: true,  means: 'a terminal acts only at its own table' },
  'not-for-this-player':   { recorded: true,  means: 'a terminal acts only for its own player' },
  'terminal-is-closed':    { recorded: false, means: 'nothing is played or redeemed at a closed terminal' },
  'field-not-valid':       { recorded: false, means: 'a field is missing or not what it must be' },
  'pin-not-valid':         { recorded: false, means: 'a PIN has 6 to 12 digits' },
  'pin-too-simple':        { recorded: false, means: 'a PIN is no repeated digits, no run, no date, not the badge' },
  'pin-too-old':           { recorded: false, means: 'the PIN is older than the house allows: sign in with a new one beside it' },
  'pin-unchanged':         { recorded: false, means: 'the new PIN is the old one' },
  'badge-unknown':         { recorded: false, means: 'nobody has this badge' },
  'badge-taken':           { recorded: false, means: 'somebody has this badge' },
  'role-unchanged':        { recorded: false, means: 'that is the role already' },
  'last-administrator':    { recorded: false, means: 'the house keeps at least one administrator' },
  'badge-already-locked':  { recorded: false, means: 'it stays locked until an administrator unlocks it' },
  'badge-not-locked':      { recorded: false, means: 'there is nothing to unlock' },
  'code-unknown':          { recorded: false, means: 'no terminal waits for this enrolment code' },
  'code-expired':          { recorded: false, means: 'the enrolment code came too late; a new one is needed' },
  'terminal-unknown':      { recorded: false, means: 'there is no such terminal' },
  'terminal-taken':        { recorded: false, means: 'a terminal has or had this name: its meters are its own' },
  'player-taken':          { recorded: false, means: 'a terminal has or had this player at the table' },
  'terminal-already-open': { recorded: false, means: 'it is open' },
  'terminal-already-closed': { recorded: false, means: 'it is closed, or closing' },
  'terminal-not-closed':   { recorded: false, means: 'a terminal is closed before it is removed' },
  'terminal-not-empty':    { recorded: false, means: 'credits or stakes are left on it: let its round finish, cash it out, then remove it' },
  'amount-not-positive':   { recorded: false, means: 'an amount is more than nothing' },
  'ticket-over-limit':     { recorded: false, means: 'one ticket is for so much at most; an attendant pays out the rest' },
  'ticket-unknown':        { recorded: false, means: 'no ticket has this number' },
  'ticket-redeemed':       { recorded: true,  means: 'a ticket is redeemed once' },
  'ticket-cancelled':      { recorded: true,  means: 'the ticket was cancelled' },
  'attendant-already-called': { recorded: false, means: 'somebody is on the way' },
  'no-such-call':          { recorded: false, means: 'the terminal calls nobody, or somebody came' },
  'table-is-yours':        { recorded: false, means: 'whoever asks deals there already' },
  'table-not-taken':       { recorded: false, means: 'nobody has taken the table' },
  'event-not-open':        { recorded: false, means: 'none of these significant events waits for an acknowledgement' },
  'gaming-already-stopped': { recorded: false, means: 'it is stopped in this way already' },
  'gaming-not-stopped':    { recorded: false, means: 'there is nothing to resume' },
  'gaming-is-stopped':     { recorded: false, means: 'gaming is stopped in the house, of this game or at this table' },
  'wheel-unknown':         { recorded: false, means: 'no wheel with this serial number was ever installed' },
  'wheel-already-there':   { recorded: false, means: 'the wheel stands at this table, or at none, already' },
  'ticket-expired':        { recorded: false, means: 'the ticket is past its day' },
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
