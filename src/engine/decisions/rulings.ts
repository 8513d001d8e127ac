import type { Clause, RuleBook } from '../../books/rule-book.ts'
import type { Decide } from '../decision.ts'
import type { OutsideSpots } from '../events.ts'
import { type Concluded, recall } from '../history.ts'
import { heldOn, isNothing } from '../holdings.ts'
import type { CommandOf } from '../language.ts'
import { type Limits, limitsFor, outsideOf } from '../limits.ts'
import { type Cents, zero } from '../money.ts'
import { holds, tooLow } from '../positions.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { ruledIn } from '../ruled-rounds.ts'
import {
  type Ruling,
  type Rulings,
  replacedBy,
  uncovered,
  underAsPlaced,
  underKey,
  workOutRulings,
} from '../rulings.ts'
import { totalOf } from '../settlement.ts'
import { parseSpot, type Spot, spotsOf } from '../spots.ts'
import { isUnderWay, type TableState } from '../table.ts'
import { heldByReferral, referredRefusal } from './conclusion.ts'
import { nothingHeld, type Taken, takenBack } from './wagers.ts'

type Order = CommandOf<'rule-on-wager'>

/** A round whose wagers are ruled on. `colour`: the player's colour chips in it. */
type Subject = {
  round: number
  limits: Limits
  rulings: Rulings
  colour: { colour: string; value: Cents } | undefined
  clause: Clause
}

/** Readings 21 and 29: stands, moved to another spot, or returned, for the whole wager or a part of it. */
export const ruleOnWager: Decide<'rule-on-wager'> = (book, state, command) => {
  const isAboutPast = command.round !== undefined && !isRoundNow(state, command.round)
  const subject = isAboutPast ? subjectThen(book, state, command, command.round!) : subjectNow(book, state, command)
  return 'refused' in subject ? subject : ruleOn(book, state, subject, command)
}

const isRoundNow = ({ round }: TableState, number: number): boolean => isUnderWay(round) && round.round === number

/**
 * The round under way, after the ball rests. Where the book has no rule for rulings, only the position that decides
 * referrals may rule, and only while the round is referred.
 */
function subjectNow(book: RuleBook, state: TableState, { player, treatment, by }: Order): Subject | Refusal {
  const { round, limits } = state
  const { unclearWagers, referral, positionOfChips } = book.rules
  const rule = unclearWagers ?? (round.phase === 'referred' ? referral : null)
  if (!rule) return refuse('not-in-this-book', { what: 'rule-on-wager', clause: positionOfChips.clause })
  const { clause } = rule
  if (!isUnderWay(round)) return firstOf([cannotMove(book, treatment), refuse('no-round-in-progress')])!
  const held = holds(by.role, referral.by) ? null : heldByReferral(book, round)
  const refused = firstOf([cannotMove(book, treatment), held])
  if (refused) return refused
  if (!('setAside' in round) || round.pocket === null) return refuse('outcome-not-determined', { clause })
  const rulings = round.rulings ?? { lay: round.wagers, list: [] }
  return { round: round.round, limits, rulings, colour: state.colours.get(player), clause }
}

/** Reading 29: a concluded round that is referred, for the position that decides it. */
function subjectThen(
  book: RuleBook,
  state: TableState,
  { player, treatment, by }: Order,
  number: number,
): Subject | Refusal {
  const { referral } = book.rules
  const before = recall(state.history, number)
  const lacking = tooLow(by.role, referral.by)
  const refused = firstOf([
    lacking && refuse('position-too-low', { ...lacking, clause: referral.clause }),
    cannotMove(book, treatment),
    referredRefusal(book, state, number),
    before ? voidRefusal(before) : null,
  ])
  if (refused) return refused
  const { rulings, colour } = ruledIn(before!, player)
  const own = colour.colour === null ? undefined : { colour: colour.colour, value: colour.chipValue }
  return { round: number, limits: before!.limits, rulings, colour: own, clause: referral.clause }
}

const voidRefusal = ({ round, code }: Concluded): Refusal | null =>
  code === null ? null : refuse('round-is-void', { round, code })

const cannotMove = ({ rules }: RuleBook, treatment: Order['treatment']): Refusal | null =>
  treatment === 'moved' && rules.noMoving ? refuse('not-in-this-book', { what: 'moved', ...rules.noMoving }) : null

function ruleOn(book: RuleBook, state: TableState, subject: Subject, command: Order): ReturnType<typeof ruleOnWager> {
  const { clause, round } = subject
  const spots = spotsOf(book, state.setup.layout)
  const spot = parseSpot(spots, command.spot)
  if (!spot) return refuse('spot-not-in-book', { spot: command.spot, clause })
  const target = command.to === undefined ? undefined : parseSpot(spots, command.to)
  if (command.to !== undefined && !target) return refuse('spot-not-in-book', { spot: command.to, clause })
  const { player, treatment, reason, by } = command
  const part = ruledPart(state, subject, command, spot)
  if ('refused' in part) return part.clause === undefined ? { ...part, clause } : part
  const moved = target ? { to: target.spot } : {}
  const ruling = { player, spot: spot.spot, treatment, ...moved, ...part }
  const outside = outsideAfter(book, state, subject, ruling, target ? [spot, target] : [spot])
  return { events: [{ type: 'wager-ruled', round, ...ruling, ...outside, reason, by, clause }] }
}

type Ruled = { ruling: number; replaces?: readonly number[] } & Partial<Taken>

/** A wager as it lay at no more bets, or a part of it: a part is taken from what no ruling on a part covers yet. */
function ruledPart(
  state: TableState,
  { rulings, colour }: Subject,
  { player, stake, chips }: Order,
  spot: Spot,
): Ruled | Refusal {
  const wager = { player, spot: spot.spot }
  if (isNothing(heldOn(rulings.lay, player, spot.spot))) return nothingHeld(state, player, spot)
  const ruling = rulings.list.length + 1
  const asked = { ...(stake === undefined ? {} : { stake }), ...(chips === undefined ? {} : { chips }) }
  const isWhole = stake === undefined && chips === undefined
  const part: Partial<Taken> | Refusal = isWhole ? {} : takenBack(colour, uncovered(rulings, wager), asked)
  if ('refused' in part) return part
  const replaces = replacedBy(rulings, { ...wager, ...part })
  return { ruling, ...(replaces.length > 0 ? { replaces } : {}), ...part }
}

/** The spots on which a ruling leaves the player's chips outside the limits. */
function outsideAfter(
  book: RuleBook,
  state: TableState,
  { limits, rulings: { lay, list }, colour }: Subject,
  ruling: Ruling,
  spots: readonly Spot[],
): { outside?: OutsideSpots } {
  if (book.rules.limits.policy !== 'settled-by-rule') return {}
  const { byId } = spotsOf(book, state.setup.layout)
  const after = { lay, list: [...list.filter(({ player }) => player === ruling.player), ruling] }
  const worth = (_: string, held: { cash: Cents; chips: number }) =>
    totalOf({ ...held, chipValue: colour?.value ?? zero })
  const minimum = (spot: string) => limitsFor(limits, byId.get(spot)!.kind).min
  const under = underAsPlaced(after, { worth, minimum })
  const { wagers } = workOutRulings(after)
  const found = spots.flatMap(({ spot, kind }) => {
    const total = worth('', heldOn(wagers, ruling.player, spot))
    const placed = under.get(underKey({ player: ruling.player, spot }))
    const outside = total > 0 ? outsideOf(limits, kind, total, placed) : null
    return outside ? [[spot, outside] as const] : []
  })
  return found.length === 0 ? {} : { outside: Object.fromEntries(found) }
}
