import './flights.css'
import { useMemo } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { type Fraction, toNumber } from '../../engine/fraction.ts'
import type { PlayerView } from '../../engine/views.ts'
import { figuresOfLayout, type LayoutFigures } from '../../lab/layout-odds.ts'
import { money } from '../../words/plain-text.ts'
import { lab } from '../words/lab.ts'
import { nouns } from '../words/names.ts'

/** What the player's own chips can bring in this round, exactly, in plain words. */
export function OwnChips({ book, view }: { book: Book; view: PlayerView }) {
  const { layout, wagers } = view
  const figures = useMemo(() => {
    const stakes = Object.entries(wagers).map(([spot, { stake }]) => [spot, stake])
    return figuresOfLayout(book, layout, Object.fromEntries(stakes))
  }, [book, layout, wagers])
  return (
    <section class="terminal-own" aria-label={lab.own}>
      <h3>{lab.own}</h3>
      <p>{figures ? ownWords(figures) : lab.ownNone}</p>
    </section>
  )
}

/** "32.4 of 100". */
const outOf = (chance: Fraction): string => lab.outOf((toNumber(chance) * 100).toFixed(1).replace(/\.0$/, ''))

const NUMBERS_MAX = 6

export function ownWords(figures: LayoutFigures): string {
  const { staked, mean, ahead, even, behind, best, worst } = figures
  return [
    lab.ownStaked(money(staked)),
    lab.ownAverage(money(Math.round(-mean))),
    [lab.ownAhead(outOf(ahead)), ...(even.n > 0n ? [lab.ownEven(outOf(even))] : []), lab.ownBehind(outOf(behind))].join(
      ' ',
    ),
    best.result > 0 ? lab.ownBest(money(best.result), bestNumbers(figures)) : lab.ownBestIsLoss(money(-best.result)),
    worst.result < 0 ? lab.ownWorst(money(-worst.result)) : lab.ownNoLoss,
  ].join(' ')
}

function bestNumbers({ pockets, best }: LayoutFigures): string {
  const named = pockets.filter((one) => one.best === best.result).map(({ pocket }) => pocket)
  if (named.length > NUMBERS_MAX) return ''
  return named.length === 1 ? nouns.number(named[0]!) : named.join(', ')
}
