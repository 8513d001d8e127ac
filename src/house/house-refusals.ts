/**
 * Every refusal of the house, in order of precedence: when several apply, the first is the answer. `recorded`: it is
 * written to the journal all the same. `status`: what HTTP says.
 */
// biome-ignore format: a table is read down its columns
export const houseRefusals = {
  'too-many-at-once':      { recorded: false, status: 429, means: 'too many wait to sign in; try again' },
  'too-many-wrong-tries':  { recorded: false, status: 429, means: 'wait so many seconds after so many wrong tries; where the badge signed in before, those of others do not count' },
  'session-is-over':       { recorded: false, status: 401, means: 'whoever asks was signed in; why they are not any more is said with it' },
  'badge-is-locked':       { recorded: false, status: 401, means: 'an administrator locked it' },
  'badge-or-pin-wrong':    { recorded: false, status: 401, means: 'no such badge, or not its PIN; wrong tries are counted on record' },
  'id-used-for-another':   { recorded: false, status: 409, means: 'its sender gave this id to another request; that one stands' },
  'position-too-low':      { recorded: true,  status: 403, means: 'whoever asks does not hold the position that it takes' },
  'not-at-this-table':     { recorded: true,  status: 403, means: 'a terminal acts only at its own table' },
  'not-for-this-player':   { recorded: true,  status: 403, means: 'a terminal acts only for its own player' },
  'terminal-is-closed':    { recorded: false, status: 409, means: 'nothing is played or redeemed at a closed terminal' },
  'field-not-valid':       { recorded: false, status: 400, means: 'a field is missing or not what it must be' },
  'pin-not-valid':         { recorded: false, status: 400, means: 'a PIN has 6 to 12 digits' },
  'pin-too-simple':        { recorded: false, status: 400, means: 'a PIN is no repeated digits, no run, no date, not the badge' },
  'badge-unknown':         { recorded: false, status: 404, means: 'nobody has this badge' },
  'badge-taken':           { recorded: false, status: 409, means: 'somebody has this badge' },
  'role-unchanged':        { recorded: false, status: 409, means: 'that is the role already' },
  'last-administrator':    { recorded: false, status: 409, means: 'the house keeps at least one administrator' },
  'badge-already-locked':  { recorded: false, status: 409, means: 'it stays locked until an administrator unlocks it' },
  'badge-not-locked':      { recorded: false, status: 409, means: 'there is nothing to unlock' },
  'code-unknown':          { recorded: false, status: 404, means: 'no terminal waits for this enrolment code' },
  'code-expired':          { recorded: false, status: 409, means: 'the enrolment code came too late; a new one is needed' },
  'terminal-unknown':      { recorded: false, status: 404, means: 'there is no such terminal' },
  'terminal-taken':        { recorded: false, status: 409, means: 'a terminal has or had this name: its meters are its own' },
  'player-taken':          { recorded: false, status: 409, means: 'a terminal has or had this player at the table' },
  'terminal-already-open': { recorded: false, status: 409, means: 'it is open' },
  'terminal-already-closed': { recorded: false, status: 409, means: 'it is closed, or closing' },
  'terminal-not-closed':   { recorded: false, status: 409, means: 'a terminal is closed before it is removed' },
  'terminal-not-empty':    { recorded: false, status: 409, means: 'credits or stakes are left on it: let its round finish, cash it out, then remove it' },
  'amount-not-positive':   { recorded: false, status: 400, means: 'an amount is more than nothing' },
  'ticket-over-limit':     { recorded: false, status: 409, means: 'one ticket is for so much at most; an attendant pays out the rest' },
  'ticket-unknown':        { recorded: false, status: 404, means: 'no ticket has this number' },
  'ticket-redeemed':       { recorded: true,  status: 409, means: 'a ticket is redeemed once' },
  'ticket-cancelled':      { recorded: true,  status: 409, means: 'the ticket was cancelled' },
  'attendant-already-called': { recorded: false, status: 409, means: 'somebody is on the way' },
  'no-such-call':          { recorded: false, status: 409, means: 'the terminal calls nobody, or somebody came' },
  'table-is-yours':        { recorded: false, status: 409, means: 'whoever asks deals there already' },
  'table-not-taken':       { recorded: false, status: 409, means: 'nobody has taken the table' },
  'ticket-expired':        { recorded: false, status: 409, means: 'the ticket is past its day' },
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

/** Who may ask at all is for the house to say, whatever a table's rule book would answer. */
export const isLackOfAuthority = ({ refused }: { refused: string }): boolean => lackOfAuthority.includes(refused)

export const isHouseRefusal = (value: object): value is HouseRefusal => 'refused' in value
