import './wheel-stage.css'
import type { Pocket, RuleBook, SpotKind } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { colourOf } from '../felt-svg.ts'
import { CountUp } from '../kit/count-up.tsx'
import { memo } from '../kit/memo.ts'
import { money } from '../kit/money-text.ts'
import type { Stage } from '../kit/stage.ts'
import { Wheel } from '../kit/wheel.tsx'
import { common } from '../words/common.ts'
import { kindName, nouns, spotName } from '../words/names.ts'
import { terminal } from '../words/terminal.ts'
import { outcomeOf, outcomeText } from './outcome.ts'
import type { Scene } from './scene.ts'

type WheelStageProps = {
  book: RuleBook
  view: PlayerView
  stage: Stage
  scene: Scene
  /** Where the ball has to come to rest. */
  resting: Pocket | null
  isLanding: boolean
  /** The number that is told, from when the ball is down until the next stake. */
  pocket: Pocket | null
  /** The round that it is of, once it is settled. */
  round: PlayerRound | null
}

/** The wheel in its corner, and on stage while the ball runs; then the number, and what it came to. */
export const WheelStage = memo(function WheelStage(props: WheelStageProps) {
  const { book, view, stage, scene, resting, isLanding, pocket, round } = props
  const isTold = pocket !== null || round !== null
  return (
    <section class={`terminal-wheel${isTold ? ' is-told' : ''}`} aria-label={terminal.watchWheel}>
      <div class="terminal-bowl">
        <Wheel book={book} order={view.wheelOrder} stage={stage} pocket={resting} isLanding={isLanding} />
        {pocket !== null && <NumberDisc book={book} layout={view.layout} pocket={pocket} />}
      </div>
      <div class="terminal-came" role="status">
        {round ? <Came book={book} round={round} /> : <Awaited view={view} scene={scene} />}
      </div>
    </section>
  )
})

/** The number on its colour, over the middle of the wheel; what it belongs to is said below. */
function NumberDisc({ book, layout, pocket }: { book: RuleBook; layout: string; pocket: Pocket }) {
  const colour = colourOf(book, pocket)
  const parts = [nouns.colours[colour], ...groupsOf(book, layout, pocket)]
  return (
    <div class="terminal-number" data-colour={colour} data-length={pocket.length}>
      <strong>{pocket}</strong>
      <span>
        {parts.map((part, index) => (
          <span key={part}>{index < parts.length - 1 ? `${part} · ` : part}</span>
        ))}
      </span>
    </div>
  )
}

const groups: readonly SpotKind[] = ['odd', 'even', 'dozen', 'column']

/** Odd or even, its dozen, its column: whatever of these the layout has. */
const groupsOf = (book: RuleBook, layout: string, pocket: Pocket): string[] =>
  spotsOf(book, layout)
    .list.filter(({ kind, covers }) => groups.includes(kind) && covers.includes(pocket))
    .map((spot) => (spot.spot === spot.kind ? kindName(spot.kind) : spotName(spot)))

/** What came of it, net: a win is counted up, what merely goes back is said quietly. */
function Came({ book, round }: { book: RuleBook; round: PlayerRound }) {
  const { is, amount } = outcomeOf(round)
  if (is !== 'won') return <p class="terminal-quiet">{outcomeText(book, round)}</p>
  return (
    <p class="terminal-win" data-win={amount}>
      <span class="caption">{terminal.youWin}</span>
      <strong key={round.round}>
        +<CountUp amount={amount} />
      </strong>
    </p>
  )
}

/** What is at stake while nothing is told yet. */
function Awaited({ view, scene }: { view: PlayerView; scene: Scene }) {
  if (scene === 'betting') return null
  if (view.funds.staked === 0) return <p class="terminal-quiet">{terminal.youWatch}</p>
  return (
    <p>
      <span class="caption">{scene === 'ball' ? common.staked : terminal.beingPaid}</span>
      <strong>{money(view.funds.staked)}</strong>
    </p>
  )
}
