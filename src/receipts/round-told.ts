import type { Pocket } from '../books/rule-book.ts'
import type { TableEvent } from '../engine/events.ts'
import { add, type Cents, subtract, sum, zero } from '../engine/money.ts'
import type { Line } from '../engine/settlement.ts'
import type { TableEntry } from '../record/table-entry.ts'

/** A change of a round's result for a player, with its entry and clause. */
export type ChangeFacts = { readonly seq: number; readonly clause: string } & (
  | { readonly what: 'differed'; readonly pocket: Pocket }
  | {
      readonly what: 'ruled'
      readonly spot: string
      readonly treatment: 'stands' | 'returned' | 'moved'
      readonly to: string | null
      /** The part of the wager; null for all of it. */
      readonly stake: Cents | null
      /**
       * The number of the ruling, if it is about the wager as it lay; null if it is about the wager as it lies by then.
       */
      readonly ruling: number | null
    }
  | { readonly what: 'voided'; readonly code: string }
  | { readonly what: 'corrected'; readonly from: Pocket; readonly to: Pocket }
  /** A void that was corrected. */
  | { readonly what: 'restored'; readonly code: string; readonly to: Pocket }
  /** Settled again by rulings on its wagers. */
  | { readonly what: 'settled-again' }
  | { readonly what: 'awarded'; readonly amount: Cents }
)

/**
 * A player's money from the wagers of a round. `seq`: the last entry that moved it; `imprisoned`: the amount that a
 * later round decides; `net`: the player's win, negative for a loss. Stakes that were in prison before belong to the
 * round of their wager.
 */
export type TotalFacts = {
  readonly seq: number
  readonly staked: Cents
  readonly paid: Cents
  readonly collected: Cents
  readonly imprisoned: Cents
  readonly awarded: Cents
  readonly net: Cents
}

/** `pocket`: the result as it stands; null if there is none. `lines`: the player's, by the last entry that has them. */
export type RoundTold = {
  readonly changes: readonly ChangeFacts[]
  readonly pocket: Pocket | null
  readonly lines: readonly Line[] | null
  readonly total: TotalFacts | null
}

export const nothingTold: RoundTold = { changes: [], pocket: null, lines: null, total: null }

type Numbered = { readonly seq: number; readonly entry: TableEntry }
type Of = { readonly round: number; readonly player: string }

/** Follows a round through its entries in order, as far as one player is concerned. */
export function roundTold(entries: readonly Numbered[], { round, player }: Of): RoundTold {
  let [pocket, settled]: [Pocket | null, { seq: number; lines: readonly Line[] } | null] = [null, null]
  const changes: ChangeFacts[] = []
  for (const { seq, entry } of entries)
    for (const event of 'events' in entry ? entry.events : []) {
      if (!('round' in event) || event.round !== round) continue
      const told = toldBy(seq, event, player)
      if (told.pocket !== undefined) pocket = told.pocket
      if ('lines' in event && (settled || event.lines.length > 0 || event.type !== 'outcome-corrected'))
        settled = { seq, lines: event.lines.filter((line) => isOfRound(line, player)) }
      changes.push(...(told.changes ?? []))
    }
  return { changes, pocket, lines: settled?.lines ?? null, total: settled && totalOf(settled, changes) }
}

const isOfRound = ({ player: owner, imprisonedIn }: Line, player: string): boolean =>
  owner === player && imprisonedIn === undefined

/**
 * The effect of an event on a round for one player. `pocket`: the result from then on, null for none; undefined if it
 * is unchanged.
 */
type ToldByEvent = { readonly pocket?: Pocket | null; readonly changes?: readonly ChangeFacts[] }

function toldBy(seq: number, event: TableEvent, player: string): ToldByEvent {
  switch (event.type) {
    case 'outcome-determined':
      return { pocket: event.pocket }
    case 'round-settled': {
      const { pocket, clause } = event
      return event.adjustments ? { pocket, changes: [{ what: 'settled-again', seq, clause }] } : { pocket }
    }
    case 'results-differed':
      // Until the difference is decided, neither report is the result.
      return { pocket: null, changes: [{ what: 'differed', seq, pocket: event.pocket, clause: event.clause }] }
    case 'round-voided':
      return { pocket: null, changes: [{ what: 'voided', seq, code: event.code, clause: event.clause }] }
    case 'outcome-corrected': {
      const { from, code = '', to, clause } = event
      const by = { seq, clause }
      return {
        pocket: to,
        changes: [from === null ? { what: 'restored', code, to, ...by } : { what: 'corrected', from, to, ...by }],
      }
    }
    case 'wager-ruled': {
      const { spot, treatment, to = null, stake = null, ruling = null, clause } = event
      return event.player === player
        ? { changes: [{ what: 'ruled', seq, spot, treatment, to, stake, ruling, clause }] }
        : {}
    }
    case 'referral-decided': {
      const own = (event.awards ?? []).filter((award) => award.player === player)
      return { changes: own.map(({ amount }) => ({ what: 'awarded', seq, amount, clause: event.clause })) }
    }
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'betting-opened':
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'revolutions-counted':
    case 'irregularity-reported':
    case 'round-referred':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
    case 'limits-set':
      return {}
  }
}

function totalOf({ seq, lines }: { seq: number; lines: readonly Line[] }, changes: readonly ChangeFacts[]): TotalFacts {
  const staked = sum(lines.map((line) => line.stake))
  const paid = sum(lines.map((line) => line.paid))
  const collected = sum(lines.map((line) => line.collected))
  const imprisoned = sum(lines.map((line) => line.imprisoned ?? zero))
  // A later decision replaces what an earlier one awarded.
  const award = changes.findLast((change) => change.what === 'awarded')
  const awarded = award?.amount ?? zero
  const last = Math.max(seq, award?.seq ?? 0)
  return { seq: last, staked, paid, collected, imprisoned, awarded, net: add(subtract(paid, collected), awarded) }
}
