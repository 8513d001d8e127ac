import './wheel-stage.css'
import { useMemo, useRef } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { money, shortMoney } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import { CountUp } from '../kit/count-up.tsx'
import { limitsLine } from '../kit/limits-text.ts'
import { groupLines } from '../kit/section-groups.ts'

import type { Stage } from '../kit/stage.ts'
import { WheelPicture } from '../kit/wheel.tsx'
import type { MarkedPocket } from '../kit/wheel-paint.ts'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { outcomeText, playerOutcome, winTier } from './outcome.ts'
import { ownNumbers } from './own-numbers.ts'
import { DrawFacts } from './player-round-panel.tsx'
import type { TerminalScene } from './scene.ts'

type WheelStageProps = {
  book: Book
  view: PlayerView
  stage: Stage
  scene: TerminalScene
  /** The bonus numbers as far as they are lit. */
  draw: Draw | null
  /** The pocket where the ball has to stop. */
  resting: Pocket | null
  isLanding: boolean
  /** The ball in its pocket is seen from near: number and money follow. */
  isNear: boolean
  /** The winning number, from when the ball is down until the next stake or no more bets. */
  pocket: Pocket | null
  /** The round that it is of, once it is settled. */
  round: PlayerRound | null
}

/** The wheel in its corner, and on stage while the ball runs; then the number and the result. */
export const WheelStage = memo(function WheelStage(props: WheelStageProps) {
  const { book, view, stage, scene, draw, resting, isLanding, isNear, pocket, round } = props
  const marked = useMarked(props)
  const isTold = pocket !== null || round !== null
  return (
    <section class={`list terminal-wheel${isTold ? ' is-told' : ''}`} aria-label={terminal.watchWheel}>
      <div class="terminal-bowl">
        <WheelPicture
          book={book}
          order={view.wheelOrder}
          stage={stage}
          pocket={resting}
          isLanding={isLanding}
          marked={marked}
          hasCamera={scene !== 'betting'}
        />
        {pocket !== null && <NumberDisc book={book} layout={view.layout} pocket={pocket} isHeld={isNear} />}
      </div>
      {draw && scene !== 'betting' && (
        <div class="terminal-drawn">
          <DrawFacts book={book} draw={draw} />
        </div>
      )}
      <div class="terminal-came" role="status">
        {round ? <RoundResult book={book} round={round} /> : <Awaited book={book} view={view} scene={scene} />}
      </div>
    </section>
  )
})

/** While the ball runs: the player's numbers on the rim, each with what it pays; then the one that came. */
function useMarked({ book, view, scene, pocket }: WheelStageProps): readonly MarkedPocket[] {
  const { wagers, draw, limits } = view
  const own = useRef<readonly MarkedPocket[]>(none)
  return useMemo(() => {
    if (scene === 'betting') own.current = none
    if (scene === 'ball')
      own.current = ownNumbers(book, view).map((one) => ({
        pocket: one.pocket,
        text: one.net > 0 ? shortMoney(one.paid) : null,
      }))
    return pocket === null ? own.current : own.current.filter((one) => one.pocket === pocket)
  }, [book, wagers, draw, limits, scene, pocket])
}

const none: readonly MarkedPocket[] = []

/** The number on its colour, over the middle of the wheel; what it belongs to is said below. */
type DiscProps = { book: Book; layout: string; pocket: Pocket; isHeld: boolean }

function NumberDisc({ book, layout, pocket, isHeld }: DiscProps) {
  return (
    <div
      class={`terminal-number${isHeld ? ' is-held' : ''}`}
      data-colour={colourOf(book, pocket)}
      data-length={pocket.length}
    >
      <strong>{pocket}</strong>
      {groupLines(book, layout, pocket).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

/** The net result: a win is counted up, a return is shown quietly. */
function RoundResult({ book, round }: { book: Book; round: PlayerRound }) {
  const { is, amount } = playerOutcome(round)
  const tier = winTier(round)
  if (is === 'void' && amount > 0)
    return (
      <p class="terminal-quiet">
        <b class="terminal-returned">{terminal.stakesReturned(money(amount))}</b> {outcomeText(book, round)}
      </p>
    )
  if (tier === null) return <p class="terminal-quiet">{outcomeText(book, round)}</p>
  return (
    <p class="terminal-win" data-win={amount}>
      <span class="only-heard">{outcomeText(book, round)}</span>
      <span class="caption" aria-hidden="true">
        {terminal.youWin}
      </span>
      <strong key={round.round} aria-hidden="true">
        +<CountUp amount={amount} lasts={COUNTS_MS[tier]} />
      </strong>
    </p>
  )
}

/** How long an amount counts, by the tier of the win. */
const COUNTS_MS = { 1: 600, 2: 1_200, 3: 2_000 }

/** The stake while the result is not shown yet; on a phone also the limits while bets are open. */
function Awaited({ book, view, scene }: Pick<WheelStageProps, 'book' | 'view' | 'scene'>) {
  if (scene === 'betting')
    return <p class="terminal-quiet terminal-limits">{limitsLine(book, view.layout, view.limits)}</p>
  if (view.funds.staked === 0) return <p class="terminal-quiet">{terminal.youWatch}</p>
  return (
    <p>
      <span class="caption">{common.staked}</span>
      <strong>{money(view.funds.staked)}</strong>
    </p>
  )
}
