import './wheel-stage.css'
import type { Book, Pocket } from '../../books/rule-book.ts'
import type { Draw } from '../../engine/draw.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { money } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import { CountUp } from '../kit/count-up.tsx'
import { limitsLine } from '../kit/limits-text.ts'
import { groupLines } from '../kit/section-groups.ts'

import type { Stage } from '../kit/stage.ts'
import { WheelPicture } from '../kit/wheel.tsx'
import { common } from '../words/common.ts'
import { terminal } from '../words/terminal.ts'
import { outcomeText, playerOutcome } from './outcome.ts'
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
  /** The winning number, from when the ball is down until the next stake or no more bets. */
  pocket: Pocket | null
  /** The round that it is of, once it is settled. */
  round: PlayerRound | null
}

/** The wheel in its corner, and on stage while the ball runs; then the number and the result. */
export const WheelStage = memo(function WheelStage(props: WheelStageProps) {
  const { book, view, stage, scene, draw, resting, isLanding, pocket, round } = props
  const isTold = pocket !== null || round !== null
  return (
    <section class={`list terminal-wheel${isTold ? ' is-told' : ''}`} aria-label={terminal.watchWheel}>
      <div class="terminal-bowl">
        <WheelPicture book={book} order={view.wheelOrder} stage={stage} pocket={resting} isLanding={isLanding} />
        {pocket !== null && <NumberDisc book={book} layout={view.layout} pocket={pocket} />}
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

/** The number on its colour, over the middle of the wheel; what it belongs to is said below. */
function NumberDisc({ book, layout, pocket }: { book: Book; layout: string; pocket: Pocket }) {
  return (
    <div class="terminal-number" data-colour={colourOf(book, pocket)} data-length={pocket.length}>
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
  if (is !== 'won') return <p class="terminal-quiet">{outcomeText(book, round)}</p>
  return (
    <p class="terminal-win" data-win={amount}>
      <span class="only-heard">{outcomeText(book, round)}</span>
      <span class="caption" aria-hidden="true">
        {terminal.youWin}
      </span>
      <strong key={round.round} aria-hidden="true">
        +<CountUp amount={amount} />
      </strong>
    </p>
  )
}

/** The stake while the result is not shown yet; on a phone also the limits while bets are open. */
function Awaited({ book, view, scene }: Pick<WheelStageProps, 'book' | 'view' | 'scene'>) {
  if (scene === 'betting')
    return <p class="terminal-quiet terminal-limits">{limitsLine(book, view.layout, view.limits)}</p>
  if (view.funds.staked === 0) return <p class="terminal-quiet">{terminal.youWatch}</p>
  return (
    <p>
      <span class="caption">{scene === 'ball' ? common.staked : terminal.beingPaid}</span>
      <strong>{money(view.funds.staked)}</strong>
    </p>
  )
}
