import type { Awards } from '../../engine/language.ts'
import { readMoney } from '../../words/plain-text.ts'

/** Awards as they are typed. */
export type AwardRow = { player: string; amount: string }

/** What the rows come to: null while one of them is not whole; undefined: nothing is awarded. */
export function awardsIn(rows: readonly AwardRow[]): Awards | null | undefined {
  if (rows.length === 0) return undefined
  const read = rows.map(({ player, amount }) => [player, readMoney(amount)] as const)
  const isWhole = read.every(([player, amount]) => player !== '' && amount !== null && amount > 0)
  return isWhole ? (Object.fromEntries(read) as Awards) : null
}

/** Whom a row may name: nobody is named twice. */
export const playersFor = (players: readonly string[], rows: readonly AwardRow[], row: AwardRow): string[] =>
  players.filter((player) => player === row.player || rows.every((one) => one.player !== player))
