import type { Clause, Pocket, RuleBook } from '../books/rule-book.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import { whatVoidsRounds } from './decisions/afterwards.ts'
import { gameOf } from './decisions/books.ts'
import { recall } from './history.ts'
import { type HouseRules, noHouseRules } from './house-rules.ts'
import { impossible } from './impossible.ts'
import { type Command, type CommandName, type CommandOf, commandNames } from './language.ts'
import { owedBy, playersOf } from './ledger.ts'
import { limitsFor } from './limits.ts'
import type { Cents } from './money.ts'
import { type By, isStaff } from './positions.ts'
import type { Refusal } from './refusals.ts'
import { spotsOf } from './spots.ts'
import { isUnderWay, type TableState } from './table.ts'

/** Whether a command can be given now. `clause`: the first rule that accepts it; `refusal`: the reason against it. */
export type Offer = { refusal: Refusal | null; clause: Clause | null }
/** The commands that a caller may give now. */
export type Offers = Readonly<Record<CommandName, Offer>>

/** `books`: those that the table could change to. */
type OfferingHouse = HouseRules & { books?: readonly RuleBook[] }

/**
 * Returns the commands that a caller may give at a table now. A command is possible if the table would accept it with
 * some values in its fields. Each command is decided only when its entry is read, because settling a large layout takes
 * time.
 *
 * @example
 * const now: Offers = offers(roulette3, state, { role: 'dealer' })
 */
export function offers(book: RuleBook, state: TableState, by: By, house: OfferingHouse = noHouseRules): Offers {
  const offered = {} as Record<CommandName, Offer>
  for (const name of commandNames)
    Object.defineProperty(offered, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = offerOf(book, state, examplesOf(name, { book, state, by, house }), by, house)
        Object.defineProperty(offered, name, { enumerable: true, value })
        return value
      },
    })
  return offered
}

export type IrregularityOffer = Offer & { code: string }

/**
 * Returns every irregularity of the book, with whether it can be reported now.
 *
 * @example
 * const codes = irregularityOffers(roulette3, state, { role: 'dealer' }).map(({ code }) => code)
 */
export const irregularityOffers = (book: RuleBook, state: TableState, by: By): IrregularityOffer[] =>
  book.irregularities.map(({ code }) => ({
    code,
    ...offerOf(book, state, [{ do: 'irregularity', code, reason: ANY_REASON }], by, noHouseRules),
  }))

/** A reason is required, but no decision depends on its words. */
export const ANY_REASON = '-'

/** Accepts the command if one of its examples is accepted; otherwise the refusal is that of the first. */
function offerOf(book: RuleBook, state: TableState, examples: readonly Example[], by: By, house: HouseRules): Offer {
  let first: Refusal | null = null
  for (const example of examples) {
    const decision = decide(book, state, { ...example, by } as Command, house)
    if (!isRefusal(decision)) {
      const cited = decision.events.flatMap((event) => ('clause' in event && event.clause ? [event.clause] : []))
      return { refusal: null, clause: cited[0] ?? null }
    }
    first ??= decision
  }
  return { refusal: first, clause: null }
}

type Example = { [Name in CommandName]: Omit<CommandOf<Name>, 'by'> }[CommandName]
type Situation = { book: RuleBook; state: TableState; by: By; house: OfferingHouse }

/** Commands with values that the table accepts whenever it accepts any. The list is never empty. */
function examplesOf(name: CommandName, { book, state, by, house }: Situation): readonly Example[] {
  const { round, limits, setup } = state
  const reason = ANY_REASON
  const player = by.name ?? playersOf(state.ledger)[0] ?? '-'
  const [spot] = spotsOf(book, setup.layout).list
  const number = isUnderWay(round) ? round.round : state.roundsOpened
  switch (name) {
    case 'buy-in':
    case 'cash-out':
      return [{ do: name, player, amount: 1 as Cents }]
    case 'repay':
      return [{ do: name, player, amount: Math.max(1, owedBy(state.ledger, player)) as Cents }]
    case 'wager':
      return wagerExamples(
        { player, spot: spot!.spot, stake: Math.max(1, limitsFor(limits, spot!.kind).min) as Cents },
        by,
      )
    case 'withdraw':
      return wagersFor(state, player, spot!.spot).map((wager) => ({ do: name, ...wager }))
    case 'spin':
      return [{ do: name, ball: 'clockwise', wheel: 'anticlockwise' }]
    case 'bonus-numbers':
      return [{ do: name, numbers: book.wheel.pockets.slice(0, book.rules.bonus?.numbers ?? 1) }]
    case 'ball-at-rest':
      return restExamples(book, isUnderWay(round) && 'pocket' in round ? round.pocket : null).map((rest) => ({
        do: name,
        ...rest,
      }))
    case 'rule-on-wager':
      return [
        ...wagersFor(state, '-', spot!.spot).map(
          (wager) => ({ do: name, ...wager, treatment: 'stands', reason }) as const,
        ),
        ...wagersReferred(state).map((wager) => ({ do: name, ...wager, treatment: 'stands', reason }) as const),
      ]
    case 'irregularity':
      return book.irregularities.map(({ code }) => ({ do: name, code, reason }))
    case 'decide':
      return [
        { do: name, decision: 'void', reason },
        ...state.referrals.map(({ round }) => ({ do: name, decision: 'stands', round, reason }) as const),
      ]
    case 'correct-outcome':
      return book.wheel.pockets.slice(0, 2).map((pocket) => ({ do: name, round: number, pocket, reason }))
    case 'void-rounds':
      return whatVoidsRounds(book).map(({ code }) => ({ do: name, rounds: [number], code, reason }))
    case 'set-book': {
      const others = (house.books ?? []).filter(({ id }) => id !== book.id && gameOf(id) === gameOf(book.id))
      return others.length === 0
        ? [{ do: name, book: book.id, reason }]
        : others.map(({ id }) => ({ do: name, book: id, reason }))
    }
    case 'set-limits':
      return [{ do: name, limits }]
    case 'refer':
    case 'close-table':
    case 'open-table':
      return [{ do: name, reason }]
    case 'place-your-bets':
    case 'no-more-bets':
    case 'allow-early-close':
    case 'settle':
    case 'no-spin':
    case 'power-failure':
    case 'resume':
    case 'interruption':
      return [{ do: name }]
    default:
      return impossible(name)
  }
}

/** Any pocket, and two counts where one is known: repeating a source's last count is refused as no change. */
function restExamples({ wheel, rules }: RuleBook, pocket: Pocket | null): { pocket: Pocket; revolutions?: number }[] {
  const { revolutionsMin: least } = rules.spin
  const counted = pocket === null ? [] : [least, least + 1].map((revolutions) => ({ pocket, revolutions }))
  return [...wheel.pockets.map((one) => ({ pocket: one })), ...counted]
}

/** A wager of the caller's own, and one that staff record: most books let them do that. */
const wagerExamples = (wager: Omit<CommandOf<'wager'>, 'do' | 'by'>, by: By): Example[] => [
  { do: 'wager', ...wager },
  ...(isStaff(by.role) ? [{ do: 'wager' as const, ...wager, own: true }] : []),
]

/** A wager of each concluded round that is referred. */
const wagersReferred = ({ referrals, history }: TableState): { player: string; spot: string; round: number }[] =>
  referrals.flatMap(({ round }) => {
    const line = recall(history, round)?.lines.find(({ imprisonedIn }) => imprisonedIn === undefined)
    return line ? [{ player: line.player, spot: line.spot, round }] : []
  })

/**
 * The wagers of the round as they lay, of one player or, for `-`, of anybody. Without any, one wager that does not
 * exist.
 */
function wagersFor({ round }: TableState, player: string, spot: string): { player: string; spot: string }[] {
  const lay = isUnderWay(round) ? ('rulings' in round && round.rulings ? round.rulings.lay : round.wagers) : null
  const placed = (lay?.keys() ?? [])
    .filter((one) => player === '-' || one === player)
    .flatMap((one) =>
      lay!
        .get(one)!
        .spots.keys()
        .map((id) => ({ player: one, spot: id })),
    )
  return placed.length === 0 ? [{ player, spot }] : placed
}
