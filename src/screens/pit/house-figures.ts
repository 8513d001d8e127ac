import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../../client/api-calls.ts'
import type { Cents } from '../../engine/money.ts'
import { withinChance } from '../../lab/hold-chance.ts'
import type { FigureSum, HourRow } from '../../wire/floor-shapes.ts'
import { grouped } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { forgetSession } from '../kit/session.ts'

/** Wheels know nothing of each other, so that variances add up. */
export function addSums(sums: readonly FigureSum[]): FigureSum {
  const of = (part: 'rounds' | 'staked' | 'voided' | 'handle' | 'win' | 'theoreticalWin' | 'variance' | 'awarded') =>
    sums.reduce((total, sum) => total + sum[part], 0)
  const [handle, win, theoreticalWin, variance] = [of('handle'), of('win'), of('theoreticalWin'), of('variance')]
  const share = (amount: number) => (handle === 0 ? null : amount / handle)
  return {
    rounds: of('rounds'),
    staked: of('staked'),
    voided: of('voided'),
    handle: handle as Cents,
    win: win as Cents,
    hold: share(win),
    theoreticalWin,
    theoreticalHold: share(theoreticalWin),
    variance,
    standardDeviation: Math.sqrt(variance),
    deviations: variance > 0 ? (win - theoreticalWin) / Math.sqrt(variance) : null,
    awarded: of('awarded') as Cents,
  }
}

/** The hours of several tables as one, the oldest first. */
export const addHours = (tables: readonly (readonly HourRow[])[]): HourRow[] =>
  [...Map.groupBy(tables.flat(), ({ from }) => from)]
    .map(([from, those]) => ({ from, ...addSums(those) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))

// Chance --------------------------------------------------------------------------------------------------------------

export type Grown = { win: number; theory: number; low: number; high: number }

/** How win and theory grew: before the first row, after each, up to the total; and what bounds chance sets the win. */
export function growth(rows: readonly FigureSum[], total: FigureSum): Grown[] {
  const told = addSums(rows)
  let at = {
    win: total.win - told.win,
    theory: total.theoreticalWin - told.theoreticalWin,
    variance: Math.max(0, total.variance - told.variance),
  }
  const grown = () => ({ win: at.win, ...bounds(at.theory, at.variance) })
  const first = grown()
  const after = rows.map(({ win, theoreticalWin, variance }) => {
    at = { win: at.win + win, theory: at.theory + theoreticalWin, variance: at.variance + variance }
    return grown()
  })
  return [first, ...after]
}

export const bounds = (theory: number, variance: number): Omit<Grown, 'win'> => ({
  theory,
  ...withinChance(theory, variance),
})

export function holdText(part: number | null): string {
  if (part === null) return '–'
  const [whole, decimals] = Math.abs(part * 100)
    .toFixed(2)
    .split('.')
  return `${part < 0 ? '−' : ''}${grouped(Number(whole))}.${decimals}%`
}
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** The same as a number, for those who calculate with it. */
export const pText = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`)

/** The query for the figures of a table. */
export const figuresBy = (id: string, by: 'hour' | 'round') => ({ params: { id }, query: { by } })

const AGAIN_EVERY_MS = 60_000

type HourFigures = { hours: readonly HourRow[] | null; failure: Failure | null }

/** The hours of several tables as one, updated every minute. `hours` null: not loaded yet. */
export function useHours(tables: readonly string[], token: string): HourFigures {
  const [told, setTold] = useState<HourFigures & { of: string }>({ hours: null, failure: null, of: '' })
  const key = tables.join(' ')
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const replies = await Promise.all(
        tables.map((table) => serviceFor(token).call('GET /api/tables/:id/figures', figuresBy(table, 'hour'))),
      )
      if (!isCurrent) return
      const failure = replies.find((reply) => !reply.ok) as Failure | undefined
      if (failure?.status === 401) return forgetSession()
      const hours = addHours(
        replies.flatMap((reply) => (reply.ok && reply.body.by === 'hour' ? [reply.body.figures] : [])),
      )
      setTold({ hours, failure: failure ?? null, of: key })
    }
    void ask()
    const timer = setInterval(() => void ask(), AGAIN_EVERY_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [key, token])
  return told.of === key ? told : { hours: null, failure: null }
}
