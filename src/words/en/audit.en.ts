export const audit = {
  title: 'Audit',
  deskMeans: 'Replay any round and prove the record.',
  forWhom: 'The journals are for shift managers, auditors and administrators.',
  tabs: 'Parts of the audit',
  tabRounds: 'Rounds',
  tabHouse: 'The house',
  tabBooks: 'Rule books',
  search: 'Find rounds',
  from: 'From',
  until: 'Until',
  marks: 'Show only',
  found: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),
  showMore: 'Show more',
  noneFound: 'No round matches.',
  noRounds: 'This journal has no rounds yet.',
  roundsList: 'Rounds found',
  drawn: (numbers: string) => `drawn: ${numbers}`,
  wagers: (wagers: number, players: number) =>
    wagers === 0
      ? 'no wagers'
      : `${wagers === 1 ? '1 wager' : `${wagers} wagers`}, ${players === 1 ? '1 player' : `${players} players`}`,
  underWay: 'under way',

  // The journal
  reading: (entries: string) => `Reading the journal: ${entries} entries`,
  failed: 'The journal could not be read',
  failedMidway: (entries: string) => `The connection was lost after ${entries} entries.`,
  readOn: 'Load new entries',
  exportAll: 'Export the journal',
  exportTickets: 'Export the tickets',
  ticketEntry: (seq: number) => `tickets ${seq}`,
  exportRound: 'Export this round',
  exportMeans: 'JSON Lines, byte for byte as in the journal',
  proof: 'Proof',
  journal: 'Journal',
  checking: (checked: string, entries: string) => `${checked} of ${entries} entries checked so far.`,
  /** `croupier verify` says the same. */
  sound: 'Every hash, every decision, every payment and every balance holds.',
  foundAt: (seq: string | null, problem: string) => (seq === null ? problem : `Entry ${seq}: ${problem}`),
  journalChecked: (entries: string, rounds: string) => `Entries: ${entries}. Rounds: ${rounds}.`,
  root: 'Root',
  rootMeans: 'Compare the root with one kept elsewhere: a journal cannot prove that it was not rewritten from scratch.',
  aloneMeans:
    'This is a single stream. Only the whole journal can prove sign-ins, positions and tickets: run croupier verify on a backup.',
  signed: 'Signature of the house',
  signedHolds: (entries: string) => `Good: the root of the first ${entries} entries is the one that the house signed.`,
  signedUnknown: 'Signed, but not compared: the journal is wrong before the end of the signed entries.',
  signedNothing: 'Nothing of it is signed yet, or the service does not answer.',
  signedBy: 'Signed by',
  signedMeans:
    'Compare the key with one written down elsewhere: a person who forges the whole journal can show another key.',
  lastHash: 'Last hash',
  unreadable: (seq: string) => `Entry ${seq} cannot be replayed; nothing after it is shown.`,
  ok: 'in order',
  notOk: 'not in order',
  pending: 'being checked',

  // The time line
  chooseRound: 'Choose a round to replay it step by step.',
  timeline: 'The round, step by step',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  previous: 'Step before',
  keys: 'Arrow keys step through the round.',
  leftOut: (count: string) => `${count} entries of this long round are left out here; the export has them all.`,
  refused: 'Refused',
  setUp: 'The table was set up',
  entry: (seq: number) => `entry ${seq}`,
  by: (actor: string) => `by ${actor}`,
  againSame: 'The rule book gives the same decision again',
  againUnchecked: 'Not checked',
  againHouse: 'Decided by the house: who may give this command',

  // As it stood
  roundForgotten: 'The table no longer had this round in memory at that time. Its earlier steps show the layout.',
  asItStood: 'The table after this step',
  changedBy: 'Changed by',
  accounts: 'All accounts of the table',
  account: 'Account',
  standsAt: 'Stands at',
  inRound: 'Players of the round',
  othersHere: (count: number) => (count === 1 ? '1 more player at the table' : `${count} more players at the table`),
  printRound: 'Print this round',
  accountsAfter: 'Accounts after the last step',
  balanced: 'All accounts sum to zero: no cent was made or lost.',
  notBalanced: 'The accounts do not sum to zero.',

  // The house
  houseForWhom: 'The record of the house is for auditors and administrators.',
  houseMeans: 'Without secrets. Each hash covers the whole entry: croupier verify checks it on a backup.',
  houseKind: 'About',
  houseFilter: 'Find in the record',
  houseFound: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  houseNone: 'No event matches.',
  badgeUnknown: 'unknown badge',
  moreRefusals: (count: number) => (count === 1 ? 'refused once more' : `refused ${count} times more`),
  failures: (count: number) => (count === 1 ? '1 failed try' : `${count} failed tries`),
  time: 'Time',
  what: 'What',
  about: 'Subject',
  who: 'Done by',
  changed: (from: string, to: string) => `${from}, now ${to}`,
  entryColumn: 'Entry',

  // Rule books
  book: 'Rule book',
  clause: 'Clause',
  means: 'Meaning, in our words',
  where: 'Place in the code',
  why: 'How',
  scenarios: 'Scenarios that show it',
  scenarioCount: (count: number) => `${count} scenarios`,
  noScenario: 'none',
  filter: 'Find in the clauses',
  everywhere: 'All',
  onlyBare: 'Only clauses without a scenario',
  clausesTotal: (clauses: number, shown: number, outside: number) =>
    `${clauses} clauses; ${shown} are shown by a scenario; ${outside} cannot be software.`,
  inForce: (from: string, until: string) => `in force from ${from}${until ? ` until ${until}` : ''}`,
  noDate: 'the document states no date',
  appendixOf: (clause: string) => `beside clause ${clause}`,
}

/** The accounts of a table; those of players are taken together. */
export const accountNames = {
  cash: 'Players, cash chips or credits',
  chips: 'Players, colour chips',
  owed: 'Players, owed to the house',
  layout: 'Chips in play on the layout',
  house: 'House, won',
  awards: 'Awards by decision',
  outside: 'Cash desk and tickets: brought and taken away',
}

export const houseKinds = {
  people: 'People',
  sessions: 'Signing in and out',
  terminals: 'Terminals',
  tickets: 'Tickets',
  refusals: 'Refusals',
}

/** The filters for rounds. */
export const markNames = {
  refused: 'refusal',
  referred: 'referred',
  differed: 'two results',
  ruled: 'ruled on',
  corrected: 'corrected',
  'voided-later': 'voided later',
  'void-after-draw': 'void after the draw',
  'power-failed': 'power failure',
}
