import type { Pocket } from '../../books/rule-book.ts'
import { capitalise } from '../plain-text.ts'
import type { Machine } from '../scenery.ts'
import { forPlayer, listInWords, makingTotal } from './grammar.en.ts'

/** The story: the table, the players and their wagers. Amounts, names and spots come in words already; null is unsaid. */
export const storyOfWagers = {
  /** Between two sentences. */
  gap: ' ',
  comma: ', ',
  listed: listInWords,
  run: (first: Pocket, last: Pocket) => `${first} to ${last}`,
  longList: (first: string, last: Pocket) => `${first} .. ${last}`,
  quoted: (text: string) => `"${text}"`,
  reason: (reason: string) => `The reason given: "${reason}".`,
  people: {
    somebody: 'A player',
    staff: (position: string, name: string | undefined) =>
      name === undefined ? `The ${position}` : `${capitalise(position)} ${name}`,
    machines: {
      'automatic dealer': 'The automatic dealer',
      'automatic shift manager': 'The automatic shift manager',
    } satisfies Record<Machine, string>,
    inSentence: (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
  },
  money: {
    sum: (amount: string, kind: string) => `${amount} in ${kind}`,
    chipsWorth: (chips: string, worth: string) => `${chips} (${worth})`,
    chipsAt: (chips: string, value: string, all: string) => `${chips} at ${value} each, ${all} in all`,
    both: (cash: string, chips: string) => `${cash} and ${chips}`,
    inKind: (amount: string, chips: string, cash: string | null) =>
      `${amount} (${chips}${cash === null ? '' : ` and ${cash}`})`,
  },
  pockets: { inColour: (pocket: Pocket, colour: string) => `${pocket} (${colour})` },
  spots: {
    number: (pocket: Pocket) => pocket,
    numbers: (kind: string, pockets: string) => `${kind} ${pockets}`,
    covering: (name: string, pockets: string) => `${name} (${pockets})`,
    inSentence: (name: string, isOneOfMany: boolean) => (isOneOfMany ? `the ${name}` : name),
  },
  bets: {
    ofDigit: (bet: string, digit: string) => `${bet} of ${digit}`,
    ofNumber: (bet: string, number: Pocket, sides: string) => `${bet} of ${number}, ${sides} on each side`,
    ofAnyDigit: (bet: string) => `${bet} of a last digit`,
    ofAnyNumber: (bet: string, least: string, most: string) => `${bet} of a number (${least} to ${most} on each side)`,
    offered: (bets: string) => `the several-piece bets offered here are ${bets}`,
    noneOffered: 'no several-piece bets are offered at this table',
  },
  headings: {
    table: (title: string, id: string) => `${title}, ${id}`,
    beforeFirst: 'Before the first round',
    round: (round: number, openedAt: string | null) =>
      `Round ${round}${openedAt === null ? '' : `, opened ${openedAt}`}`,
    after: (round: number) => `After round ${round}`,
    end: 'At the end',
    scenario: (title: string) => `Scenario: ${title}`,
  },
  opening: {
    rules: (operator: string, version: number, from: string | null, until: string | null) =>
      `Rules of ${operator}, version ${version}${from ? `, in force from ${from}` : ''}${until ? ` until ${until}` : ''}.`,
    atTable: (layout: string | null) => `Played at a table${layout ? ` with layout ${layout}` : ''}.`,
    onTerminals: (terminal: string | null, layout: string | null) =>
      `Played on ${terminal ? `${terminal} ` : ''}terminals${layout ? ` with layout ${layout}` : ''}.`,
    wheel: (count: number, pockets: string) => `The wheel has ${count} pockets: ${pockets}.`,
    ownOrder: (order: string) => `This wheel has its own order: ${order}.`,
  },
  limits: {
    unknown: 'These rules know no limits.',
    unset: 'No limits are set.',
    shown: (limits: string) => `Limits, for one player on one spot: ${limits}.`,
    notEnforced: 'These rules know no limits, so none is enforced.',
    none: 'none',
    ofKind: (kind: string, range: string) => `${kind} ${range}`,
    joined: (limits: readonly string[]) => limits.join('; '),
    changed: (who: string, before: string, now: string) =>
      `${who} changed the limits, for one player on one spot. Before: ${before}. Now: ${now}.`,
  },
  funds: {
    bought: (who: string, what: string) => `${who} bought ${what}.`,
    sold: (who: string, player: string, what: string) => `${who} sold ${player} ${what}.`,
    marked: 'The value is above the table minimum, so it was marked.',
    markedNow: (players: readonly string[]) =>
      `The chips of ${listInWords(players)} are above the table minimum now, so their value was marked.`,
    cashedOut: (who: string, what: string, whom: string | null) => `${who} cashed out ${what}${forPlayer(whom)}.`,
    repaid: (who: string, amount: string, whom: string | null, player: string, rest: string | null) =>
      `${who} repaid ${amount}${forPlayer(whom)}; ${player} ${rest === null ? 'owed nothing more' : `still owed ${rest}`}.`,
  },
  wagers: {
    placed: (who: string, what: string, spot: string, whom: string | null, total: string | null) =>
      `${who} put ${what} on ${spot}${forPlayer(whom)}${makingTotal(total)}.`,
    recorded: (who: string) => `${who} recorded it.`,
    flagged: {
      'under-minimum': (min: string) =>
        `That is under the minimum of ${min}: it was recorded and flagged to the dealer.`,
      'over-maximum': (max: string) => `That is over the maximum of ${max}: it was recorded and flagged to the dealer.`,
    },
    /** After a ruling: what lies on a spot then. */
    leaves: {
      'under-minimum': (stake: string, spot: string, min: string) =>
        `That leaves ${stake} on ${spot}, placed under the minimum of ${min}: it was flagged to the dealer.`,
      'over-maximum': (stake: string, spot: string, max: string) =>
        `That leaves ${stake} on ${spot}, over the maximum of ${max}: it was flagged to the dealer.`,
    },
    severalPieces: (who: string, bet: string, whom: string | null, unit: string, all: string, pieces: string) =>
      `${who} placed the several-piece bet ${bet}${forPlayer(whom)}: ${unit} a piece, ${all} in all, on ${pieces}.`,
    piece: (spot: string, stake: string, total: string | null, outside: string | null) =>
      `${spot} (${stake}${makingTotal(total)}${outside ? `, ${outside}` : ''})`,
    withdrawn: (who: string, what: string, spot: string, left: string | null) =>
      `${who} took back ${what} from ${spot}, leaving ${left ?? 'nothing'} there.`,
    ruled: (who: string, player: string, stake: string, spot: string, ruling: string) =>
      `${who} ruled on ${player}'s ${stake} on ${spot}: ${ruling}.`,
    /** Earlier rulings on the same wager, by their numbers. */
    replaces: (rulings: readonly number[]) =>
      `This replaces ruling${rulings.length === 1 ? '' : 's'} ${listInWords(rulings.map(String))} on the wager.`,
    moved: (to: string) => `it counts as moved to ${to}`,
  },
}
