import type { ClauseHome, Funds, Pocket, RuleBook, SpotKind } from '../../books/rule-book.ts'
import type { Level } from '../../engine/draw.ts'
import type { Source } from '../../engine/events.ts'
import type { CommandName, CommandOf } from '../../engine/language.ts'
import type { Outside } from '../../engine/limits.ts'
import type { Role } from '../../engine/positions.ts'
import type { Refusal, RefusalCode } from '../../engine/refusals.ts'
import type { Phase } from '../../engine/table.ts'
import type { Machine } from '../nouns.ts'
import type { Scene } from '../scene.ts'

/**
 * A language of the story: every sentence and every noun, or it does not compile. Amounts, names and spots come in words
 * already; null is what is left unsaid.
 */
export type Words = {
  /** A book as this language tells it. */
  edition: (book: RuleBook) => RuleBook
  /** Between two sentences. */
  gap: string
  comma: string
  listed: (items: readonly string[]) => string
  run: (first: Pocket, last: Pocket) => string
  longList: (first: string, last: Pocket) => string
  quoted: (text: string) => string
  reason: (reason: string) => string
  phases: Record<Phase, string>

  people: {
    roles: Record<Role, string>
    orAbove: (role: Role) => string
    somebody: string
    staff: (role: Role, name: string | undefined) => string
    machines: Record<Machine, string>
    inSentence: (name: string) => string
  }
  money: {
    kinds: Record<Funds['money'], string>
    sum: (amount: string, kind: Funds['money']) => string
    /** Without a colour: colour chips of whichever. */
    chips: (count: number, colour: string | undefined) => string
    chipsWorth: (chips: string, worth: string) => string
    chipsAt: (chips: string, value: string, all: string) => string
    colourChips: string
    both: (cash: string, chips: string) => string
    inKind: (amount: string, chips: string, cash: string | null) => string
  }
  pockets: {
    colours: Record<keyof RuleBook['colours'], string>
    inColour: (pocket: Pocket, colour: string) => string
    lit: Record<Exclude<Level, 'plain'>, string>
  }
  spots: {
    kinds: Record<SpotKind, string>
    number: (pocket: Pocket) => string
    numbers: (kind: string, pockets: string) => string
    nth: (kind: string, nth: string) => string
    covering: (name: string, pockets: string) => string
    inSentence: (name: string, isOneOfMany: boolean) => string
  }
  bets: {
    name: (bet: string) => string
    ofDigit: (bet: string, digit: string) => string
    ofNumber: (bet: string, number: Pocket, sides: string) => string
    ofAnyDigit: (bet: string) => string
    ofAnyNumber: (bet: string, sidesMin: string, sidesMax: string) => string
    offered: (bets: string) => string
    noneOffered: string
  }
  clauses: {
    name: (clause: string) => string
    means: (name: string, means: string) => string
    silent: string
    count: (clauses: number, appendices: number) => string
    homes: Record<ClauseHome, string>
    lives: (home: string, why: string) => string
    shownBy: (path: string) => string
  }

  headings: {
    table: (title: string, id: string) => string
    beforeFirst: string
    round: (round: number, openedAt: string | null) => string
    after: (round: number) => string
    end: string
    scenario: (title: string) => string
  }
  opening: {
    rules: (operator: string, version: number, from: string | null, until: string | null) => string
    atTable: (layout: string | null) => string
    onTerminals: (terminal: string | null, layout: string | null) => string
    wheel: (count: number, pockets: string) => string
    ownOrder: (order: string) => string
  }
  limits: {
    unknown: string
    unset: string
    shown: (limits: string) => string
    notEnforced: string
    none: string
    ofKind: (kind: string, range: string) => string
    between: (min: string, max: string) => string
    atLeast: (min: string) => string
    atMost: (max: string) => string
    any: string
    joined: (limits: readonly string[]) => string
    changed: (who: string, before: string, now: string) => string
  }
  funds: {
    bought: (who: string, what: string) => string
    sold: (who: string, player: string, what: string) => string
    marked: string
    cashedOut: (who: string, what: string, whom: string | null) => string
    repaid: (who: string, amount: string, whom: string | null, player: string, rest: string | null) => string
  }
  wagers: {
    placed: (who: string, what: string, spot: string, whom: string | null, total: string | null) => string
    flagged: Record<Outside, (limit: string) => string>
    severalPieces: (
      ...facts: [who: string, bet: string, whom: string | null, unit: string, all: string, pieces: string]
    ) => string
    piece: (spot: string, stake: string, total: string | null, outside: Outside | null) => string
    withdrawn: (who: string, what: string, spot: string, whom: string | null, left: string | null) => string
    ruled: (who: string, player: string, stake: string, spot: string, ruling: string) => string
    stands: string
    returned: string
    moved: (to: string) => string
  }
  round: {
    opened: (who: string, says: string | null, round: number) => string
    closed: (who: string, says: string | null, isEarly: boolean) => string
    closedByReferral: string
    closedByBall: string
    referred: (who: string, to: Role) => string
    thereforeReferred: (to: Role) => string
    decided: (who: string, decision: 'void' | 'settle') => string
    powerFailed: (who: string, isAtRest: boolean) => string
    resumed: (who: string) => string
    interrupted: (who: string) => string
    cutOff: (who: string, terminals: readonly string[]) => string
    registered: string
    notRegistered: string
    tableClosed: (who: string, lastRound: number | null) => string
    tableOpened: (who: string) => string
    again: (id: string, who: string) => string
  }
  wheel: {
    spun: (who: string, ball: string, wheel: string) => string
    drawn: (who: string, count: number, numbers: string) => string
    link: (link: string, pockets: readonly Pocket[]) => string
    links: (links: readonly string[]) => string
    superBonus: (links: string) => string
    noSuperBonus: string
    scatter: string
    noScatter: (links: string) => string
    atRest: (
      ...facts: [pocket: string, revolutions: number | undefined, lit: string | null, who: string, source: Source]
    ) => string
    differed: (who: string, pocket: string, source: Source, first: string | null) => string
    held: (decides: Role) => string
  }
  settlement: {
    settled: (who: string | null, round: number, pocket: string) => string
    noWagers: string
    onlyCovering: (pocket: Pocket) => string
    byPayTable: (somebodyWon: boolean) => string
    columns: readonly [
      ...[player: string, wager: string, stake: string, chips: string],
      ...[odds: string, result: string, winnings: string, collected: string],
    ]
    chips: (count: number, colour: string) => string
    odds: (pays: number) => string
    results: Record<'won' | 'lost' | 'returned', string>
    underMinimum: (min: string, isReturned: boolean) => string
    overMaximum: (max: string, back: string) => string
    halved: (other: string | null) => string
    byRuling: string
    scatter: string
    noScatter: string
    was: (pocket: Pocket, lit: string) => string
    wasNo: (pocket: Pocket, lit: string) => string
    noted: (why: string, clause: string) => string
    result: (player: string, net: string, holds: string) => string
    even: string
    won: (amount: string) => string
    lost: (amount: string) => string
    holds: (amount: string, owed: string | null) => string
    warned: (players: string) => string
  }
  voids: {
    isVoid: (round: number) => string
    because: (round: number, why: string) => string
    byDecision: (round: number) => string
    made: (who: string, round: number, isLate: boolean, why: string) => string
    noSpin: (who: string, isDark: boolean) => string
    interrupted: (who: string) => string
    irregular: (who: string) => string
    atRest: (who: string, pocket: string, revolutions: number | undefined) => string
    noStakes: string
    stakesBack: string
    gotBack: (player: string, amount: string, holds: string) => string
    reversed: string
    hadSettledOn: (pocket: string) => string
    laterStood: string
  }
  corrections: {
    putRight: (who: string, round: number, from: string, to: string) => string
    decidedFor: (who: string, side: Source | null, to: string) => string
    nothingSettled: string
    settledAgain: string
    laterStood: string
    columns: readonly [player: string, wager: string, stake: string, before: string, now: string]
    asBefore: (count: number, isOther: boolean) => string
    won: (pays: number, paid: string) => string
    lost: (collected: string) => string
    nobody: string
    adjusted: (player: string, how: string, holds: string) => string
    given: (amount: string, chips: string | null, toOwed: string | null) => string
    givenBySwap: (amount: string, chips: string, cash: string) => string
    swapped: (chips: string, cash: string) => string
    gaveBack: (amount: string, given: string | null) => string
    gaveBackLess: (amount: string, given: string, chips: string) => string
    stillOwes: (amount: string, given: string | null, owed: string) => string
    changed: (chips: string, change: string | null) => string
  }
  closing: {
    notOver: (round: number, phase: Phase) => string
    nobody: string
    columns: readonly [
      ...[player: string, brought: string, taken: string],
      ...[holds: string, onLayout: string, owes: string],
    ]
    houseEven: string
    houseWon: (amount: string) => string
    houseLost: (amount: string) => string
    brought: (amount: string) => string
    taken: (amount: string) => string
    held: (amount: string) => string
    onLayout: (amount: string) => string
    owed: (amount: string) => string
    wonByHouse: (amount: string) => string
    lostByHouse: (amount: string) => string
    balanced: (given: string, found: string) => string
    unbalanced: (given: string, found: string) => string
  }
  refused: {
    tried: (who: string, attempt: string, whom: string | null, reason: string) => string
    stayed: (amount: string, player: string) => string
    recorded: string
  }
  /** What somebody wanted to do: a part of `refused.tried`. */
  attempts: { [Name in CommandName]: (command: CommandOf<Name>, scene: Scene) => string }
  /** Why it was refused: the end of `refused.tried`. */
  reasons: Record<RefusalCode, (facts: Refusal, scene: Scene) => string>
}
