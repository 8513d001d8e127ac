import type { RuleBook } from '../books/rule-book.ts'
import type { Concluded, ConcludedRulings, LaidStake } from './history.ts'
import { type Wagers, wagersOfPlayer } from './holdings.ts'
import { limitsFor } from './limits.ts'
import { subtract, times, zero } from './money.ts'
import { PersistentMap } from './persistent-map.ts'
import { type Ruling, type Rulings, underAsPlaced, underKey, workOutRulings } from './rulings.ts'
import { type Line, type Stake, totalOf } from './settlement.ts'
import { spotsOf } from './spots.ts'

/** Wagers of concluded rounds, with the rulings on them: as they lay where there are any, else as they were settled. */

type Colour = Pick<LaidStake, 'colour' | 'chipValue'>

const laidIn = ({ player, spot, stake, chips }: Line): LaidStake => ({
  player,
  spot,
  cash: chips ? subtract(stake, times(chips.value, chips.staked)) : stake,
  chips: chips?.staked ?? 0,
  colour: chips?.colour ?? null,
  chipValue: chips?.value ?? zero,
})

/** Lines of wagers of the round itself, not of stakes that were in prison before it. */
const ownLines = (lines: readonly Line[]): Line[] => lines.filter(({ imprisonedIn }) => imprisonedIn === undefined)

function colourOf(rows: readonly Colour[]): Colour {
  const { colour, chipValue } = rows.find((row) => row.colour !== null) ?? { colour: null, chipValue: zero }
  return { colour, chipValue }
}

/**
 * The rulings on a round under way, to be kept when it is concluded. `lines`: the round's own, from which the colours
 * are known.
 */
export function rulingsToKeep({ list, lay }: Rulings, lines: readonly Line[]): ConcludedRulings {
  const players = [...new Set(list.map(({ player }) => player))]
  const rows = players.flatMap((player) => {
    const { colour, chipValue } = colourOf(lines.filter((line) => line.player === player).map(laidIn))
    const held = lay.get(player)?.spots.entries() ?? []
    return held.map(([spot, holding]) => ({ player, spot, ...holding, colour, chipValue }))
  })
  return { list, lay: rows }
}

/** The rulings on a concluded round, with the wagers of one more player as they lay. */
function rulingsWith({ rulings, lines }: Concluded, player: string): ConcludedRulings {
  const { list, lay } = rulings ?? { list: [], lay: [] }
  const isKnown = lay.some((row) => row.player === player)
  const own = isKnown ? [] : ownLines(lines).filter((line) => line.player === player)
  return { list, lay: [...lay, ...own.map(laidIn)] }
}

export const withRuling = (round: Concluded, ruling: Ruling): Concluded => {
  const { list, lay } = rulingsWith(round, ruling.player)
  return { ...round, rulings: { list: [...list, ruling], lay } }
}

function wagersFrom(lay: readonly LaidStake[]): Wagers {
  const players = [...new Set(lay.map(({ player }) => player))]
  return PersistentMap.of(
    players.map((player) => {
      const own = lay.filter((row) => row.player === player)
      return [player, wagersOfPlayer(own.map(({ spot, cash, chips }) => [spot, { cash, chips }] as const))] as const
    }),
  )
}

/** Returns the wagers that a ruling on a concluded round is about, with the rulings so far. */
export function ruledIn(round: Concluded, player: string): { rulings: Rulings; colour: Colour } {
  const { list, lay } = rulingsWith(round, player)
  return { rulings: { list, lay: wagersFrom(lay) }, colour: colourOf(lay.filter((row) => row.player === player)) }
}

/** The stakes of a concluded round in the order of its players, and those that a ruling returned. */
export function stakesAgain(book: RuleBook, layout: string, round: Concluded): { inPlay: Stake[]; setAside: Stake[] } {
  const { byId } = spotsOf(book, layout)
  const ruled = round.rulings ? ruledStakes(book, layout, round, round.rulings) : new Map<string, RuledStakes>()
  const own = ownLines(round.lines)
  const players = [...new Set(own.map(({ player }) => player))]
  const stakeOf = ({ spot, ...laid }: LaidStake): Stake => ({ ...laid, spot: byId.get(spot)! })
  const settled = (player: string) => own.filter((line) => line.player === player).map((line) => stakeOf(laidIn(line)))
  return {
    inPlay: players.flatMap((player) => ruled.get(player)?.inPlay ?? settled(player)),
    setAside: players.flatMap((player) => ruled.get(player)?.setAside ?? []),
  }
}

type RuledStakes = { inPlay: Stake[]; setAside: Stake[] }

function ruledStakes(
  book: RuleBook,
  layout: string,
  { limits }: Concluded,
  { list, lay }: ConcludedRulings,
): Map<string, RuledStakes> {
  const { byId } = spotsOf(book, layout)
  const rulings: Rulings = { list, lay: wagersFrom(lay) }
  const colours = new Map(lay.map(({ player }) => [player, colourOf(lay.filter((row) => row.player === player))]))
  const under = underAsPlaced(rulings, {
    worth: (player, held) => totalOf({ ...held, chipValue: colours.get(player)!.chipValue }),
    minimum: (spot) => limitsFor(limits, byId.get(spot)!.kind).min,
  })
  const { wagers, setAside } = workOutRulings(rulings)
  const listed = (from: Wagers, player: string): Stake[] =>
    (from.get(player)?.spots.entries() ?? [])
      .map(([spot, held]) => ({ player, spot: byId.get(spot)!, ...held, ...colours.get(player)! }))
      .sort((a, b) => a.spot.index - b.spot.index)
  const judged = (stake: Stake): Stake => ({
    ...stake,
    under: under.get(underKey({ player: stake.player, spot: stake.spot.spot })) ?? zero,
  })
  return new Map(
    [...colours.keys()].map((player) => [
      player,
      { inPlay: listed(wagers, player).map(judged), setAside: listed(setAside, player) },
    ]),
  )
}
