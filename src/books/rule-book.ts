/**
 * A rule book has a part that decides (`RuleBook`) and a part that describes it to people (`texts`). Both hold values,
 * never functions: they can be printed, hashed and compared.
 */

/** A pocket of the wheel, such as `17`. `0` is not `00`, so a pocket is a string. */
export type Pocket = string
/** The id of a spot, such as `17`, `17/20` or `red`. */
export type SpotId = string
/** A number of the document, the name of an appendix, or `reading N` (docs/readings.md) where the document is silent. */
export type Clause = string

/** From lowest to highest; a higher position may do what a lower one may. `system` stands beside the ladder. */
export type Position = 'player' | 'dealer' | 'pit-supervisor' | 'pit-manager' | 'shift-manager'

/** The id of a kind of wager, such as `split` or `cheval`. Limits use it; the book's texts name it for people. */
export type SpotKind = string

/**
 * The spots that the wheel and the printed grids give a kind: every number, two cells that touch, a row across the grid, four
 * cells that meet, two rows. Further spots of the kind are listed by themselves.
 */
export type GridSpots = 'number' | 'split' | 'street' | 'corner' | 'six-line'

/**
 * The condition for a wager to win. Covered: the ball rests in a pocket that the spot covers. The others depend on the
 * bonus draw.
 */
export type WinsOn = 'covered' | 'bonus-number' | 'super-bonus-number' | 'scatter'

/**
 * One row of the pay table. `pays` is to 1. `placed`: the clause about placing the wager, if there is one; `clause`:
 * the one by which it is paid; `loses`: the one by which it is collected.
 */
export type WagerRule = {
  kind: SpotKind
  /** Left out where every spot of the kind is listed. */
  grid?: GridSpots
  wins: WinsOn
  pays: number
  paysBonus?: number
  paysSuperBonus?: number
  placed: Clause
  clause: Clause
  loses: Clause
}

/** The receiver of the odd cent where a divided stake is not a whole number of cents. */
export type OddCent = 'house' | 'player'

/** La partage: on these pockets wagers of these kinds lose half of their stake, and the other half goes back. */
export type Partage = { kinds: readonly SpotKind[]; pockets: readonly Pocket[]; oddCent: OddCent; clause: Clause }

/**
 * En prison: on these pockets wagers of these kinds are neither lost nor returned. The next settled round returns or
 * collects the stake. `further`: the effect of a prison pocket in that round.
 */
export type EnPrison = {
  kinds: readonly SpotKind[]
  pockets: readonly Pocket[]
  further: 'stays' | 'loses'
  clause: Clause
}

/** A spot that does not follow from the grid. */
export type ZeroAreaSpot = { spot: SpotId; kind: SpotKind; covers: readonly Pocket[]; clause: Clause }
export type Section = { spot: SpotId; kind: SpotKind; covers: readonly Pocket[] }

/** A block of numbers as printed, row by row, its top left corner at x, y; one number is one unit wide and high. */
export type Grid = { x: number; y: number; rows: readonly (readonly Pocket[])[] }
/** A printed area that is not a cell of the grid: a zero, a column box, a dozen. */
export type Area = { spot: SpotId; x: number; y: number; w: number; h: number }
/** A chip's place that does not follow from the print, such as the top line between 0 and 1. */
export type Place = { spot: SpotId; x: number; y: number }

export type Piece = { spot: SpotId; pieces: number }
/** `groups`: the numbers of each last digit; left out: every number of the wheel that ends in it. */
export type SeveralPieceBet =
  | { bet: string; choose: 'number-and-neighbours'; sidesMin: number; sidesMax: number }
  | { bet: string; choose: 'last-digit'; groups?: Readonly<Record<string, readonly Pocket[]>> }
  | { bet: string; choose: 'nothing'; pieces: readonly Piece[] }
/** `terminal`: the one that offers these bets; left out if every table with the layout does. */
export type SeveralPieceOffer = { terminal?: string; clause: Clause; bets: readonly SeveralPieceBet[] }

/** A layout as printed: grids, areas, and the wagers that it takes. */
export type Layout = {
  clause: Clause
  wagers: readonly WagerRule[]
  zeroArea: readonly ZeroAreaSpot[]
  sections: readonly Section[]
  grids: readonly Grid[]
  areas: readonly Area[]
  places: readonly Place[]
  severalPieceBets: readonly SeveralPieceOffer[]
}

/** Limits in cents, by kind of wager; `default` is for the kinds that have none of their own. */
export type LimitAmounts = Readonly<Record<SpotKind, { min?: number; max?: number }>>

/**
 * The treatment of a wager outside the limits displayed. `amounts`: limits of the book itself. A table may display
 * narrower ones, but not wider ones.
 */
export type LimitsPolicy =
  | { policy: 'none' }
  | { policy: 'refused'; clause: Clause; amounts?: LimitAmounts }
  | {
      policy: 'settled-by-rule'
      clause: Clause
      underMinimum: Clause
      overMaximum: Clause
      pastRounds: Clause
      amounts?: LimitAmounts
    }

/**
 * The most that one player wins in one round: winnings above it are not paid, and stakes are returned in full.
 * `amount`: in cents, which a table may lower; left out: the limits of the table state it, or there is none.
 */
export type MaximumPayout = { amount?: number; clause: Clause }

/**
 * `from`: the earliest moment, the spin of the ball or no more bets. `against`: the fact that excludes it once the ball
 * rests: opposite directions on record, enough revolutions counted by a sensor, a ball in a compartment.
 */
export type Irregularity = {
  code: string
  clause: Clause
  from?: 'spin' | 'no-more-bets'
  against?: 'directions' | 'count' | 'compartment'
}

export type Bonus = {
  numbers: number
  clause: Clause
  superBonusClause: Clause
  scatterClause: Clause
  links: readonly { link: string; pockets: readonly Pocket[] }[]
}

export type Rules = {
  opening: { clause: Clause }
  /**
   * `beforeSpin`: the position whose leave is needed to close before the ball is spun. Null: not allowed; dealer: no
   * leave is needed. The leave may be given to the dealer, and its giver is recorded.
   */
  closing: { clause: Clause; beforeSpin: { by: Position; clause: Clause } | null; whileSpinning: Clause }
  /** `onRecord`: the clause by which the spin of a ball at rest must be on record. */
  spin: { revolutionsMin: number; clause: Clause; onRecord: Clause }
  outcome: { clause: Clause }
  /** Clauses for single outcomes on which all wagers lose except those that cover the pocket. */
  losesOnPocket: Readonly<Record<Pocket, Clause>>
  /** Left out if every wager that does not win loses all of its stake. */
  partage?: Partage
  enPrison?: EnPrison
  placedByStaff: { clause: Clause } | null
  /**
   * The clause by which only players place their wagers. Left out: staff may place them too, by `placedByStaff` or by a
   * higher position.
   */
  playersAlone?: { clause: Clause }
  unclearWagers: { by: Position; clause: Clause } | null
  /** The clause by which no ruling moves a wager to another spot. Left out if a ruling may. */
  noMoving?: { clause: Clause }
  positionOfChips: { clause: Clause }
  /** The clause by which a round is settled, if that is not the position of the chips. */
  settling?: { clause: Clause }
  /** The clause by which the stakes of a void round go back. Left out: the clause by which it is void. */
  returnedStakes?: { clause: Clause }
  lateWager: { clause: Clause }
  lateWithdrawal: { clause: Clause }
  limits: LimitsPolicy
  /** Left out if every win is paid in full. */
  maximumPayout?: MaximumPayout
  /** `onceAtRest`: the clause by which it is too late once the ball rests. */
  noSpin: { by: Position; code: string; onceAtRest: Clause } | null
  powerFailure: { clause: Clause; noSpinAnnounced: Clause; playContinues: Clause } | null
  interruption: {
    outcomeEstablished: Clause
    noOutcome: Clause
    code: string
    someTerminals: Clause
    registered: Clause
    notRegistered: Clause
  } | null
  /** Reading 29 states the limits of a referral. */
  referral: { by: Position; clause: Clause }
  /**
   * A wrong result that was registered is replaced by the ball's; later rounds stand. `ofVoid`: the clause by which a
   * round that was voided by mistake is put right too (reading 28).
   */
  correction: { by: Position; clause: Clause; laterRounds: Clause | null; ofVoid: Clause }
  /** `codes`: the only causes that may void rounds that were settled; null for every cause that voids a round. */
  voidedRounds: { by: Position; returned: Clause | null; codes: readonly string[] | null }
  /** The position that may report an irregularity once the ball rests. */
  lateReports: { by: Position; clause: Clause }
  higherPosition: { clause: Clause }
  displayInformation: { clause: Clause | null }
  bonus: Bonus | null
}

/** The money of a table. Colour chips belong to one player at a time and are redeemed at their table. */
export type Funds = { money: 'chips' | 'credits'; colourChips: { clause: Clause; markedAboveMinimum: boolean } | null }

/** The part of Croupier that carries a clause. `outside`: the clause cannot be software, for the reason in `why`. */
export type ClauseHome = 'value' | 'engine' | 'service' | 'screen' | 'outside'
export type ClauseRow = { clause: Clause; means: string; where: ClauseHome; why: string }
/** An appendix stands beside the clause that refers to it. */
export type AppendixRow = { appendix: string; of: Clause; means: string; where: ClauseHome; why: string }

/** The name of a kind of wager, and of several. */
export type KindName = { label: string; plural?: string }

/** The texts of a book in one language. No decision depends on them. */
export type BookTexts = {
  title: string
  operator: string
  document: string
  /** The dealer's announcements. */
  opening: string
  closing: string
  /** The label of an area of the layout, by its spot. */
  labels: Readonly<Record<SpotId, string>>
  /** The names of kinds of wager. A common kind that has none here is named by the vocabulary. */
  kinds?: Readonly<Record<string, KindName>>
  /** The names of several-piece bets, likewise. */
  bets?: Readonly<Record<string, string>>
  /** The meaning of an irregularity, by its code. */
  irregularities: Readonly<Record<string, string>>
  clauses: readonly ClauseRow[]
  appendices: readonly AppendixRow[]
}

/** The meaning of a clause in another language. */
export type Meaning = { means?: string; why?: string }

/** The texts of a book in another language than English. English replaces a missing text. */
export type TranslatedTexts = Partial<Omit<BookTexts, 'clauses' | 'appendices'>> & {
  clauses?: Readonly<Record<Clause, Meaning>>
  appendices?: Readonly<Record<string, Meaning>>
}

export type Texts = { readonly en: BookTexts; readonly zh?: TranslatedTexts }

/** The part of a book that decides. A journal carries it, and identifies it by its fingerprint. */
export type RuleBook = {
  id: string
  version: number
  /** Singapore time; null where the document does not state it. */
  inForce: { from: string | null; until: string | null }
  supersedes: string | null
  playedOn: 'table' | 'terminals'
  wheel: { pockets: readonly Pocket[]; order: readonly Pocket[]; clause: Clause }
  colours: { red: readonly Pocket[]; black: readonly Pocket[]; green: readonly Pocket[] }
  layouts: Readonly<Record<string, Layout>>
  funds: Funds
  rules: Rules
  irregularities: readonly Irregularity[]
}

/**
 * A whole book, the same in memory and on file. `$schema` names the schema for editors, `format` the version of this form. The
 * fingerprint covers neither of them, nor the texts.
 */
export type Book = RuleBook & { $schema?: string; format: 1; texts: Texts }

/** Parts of a book without effect on decisions. */
type Describing = { $schema?: unknown; format?: unknown; texts?: unknown }

/** Returns the part that decides. A corrected text does not change any record. */
export function rulesOf({ $schema: _, format: __, texts: ___, ...rules }: RuleBook & Describing): RuleBook {
  return rules
}
