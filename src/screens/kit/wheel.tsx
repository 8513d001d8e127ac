import './wheel.css'
import { useEffect, useRef } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { common } from '../words/common.ts'
import { memo } from './components.tsx'
import { isStill } from './motion.ts'
import type { Stage } from './stage.ts'
import {
  BALL_SPEED,
  type BallState,
  ballAt,
  type Landing,
  landing,
  pocketAngle,
  ROTOR_SPEED,
  turn,
} from './wheel-motion.ts'

type WheelProps = {
  book: Book
  order: readonly Pocket[]
  stage: Stage
  /** The pocket where the ball rests; null while it runs. */
  pocket: Pocket | null
  /** Not yet: the ball on the screen still runs. */
  isLanding?: boolean
}

const RIM = 0.885
const REST = 0.6

/**
 * The wheel in the book's own order. The ball runs against the rotor and comes to rest in the real outcome. Bowl, rotor,
 * light and ball are layers of their own: what turns is moved as a picture and never drawn again.
 */
export const WheelPicture = memo(function Wheel({ book, order, stage, pocket, isLanding = false }: WheelProps) {
  const root = useRef<HTMLDivElement>(null)
  const rotor = useRef<SVGSVGElement>(null)
  const ball = useRef<SVGSVGElement>(null)
  const motion = useRef<Motion>({ rotor: 0, ball: 0, run: null, began: 0, pocket: undefined })
  const isRunning = stage === 'closing' || stage === 'closed'
  const isTurning = isRunning || stage === 'result' || stage === 'settled'
  useEffect(() => {
    const state = motion.current
    const target = pocket === null ? null : pocketAngle(order, pocket)
    if (pocket !== state.pocket) {
      const isFirst = state.pocket === undefined
      state.run = target === null ? null : landing(turn(state.ball - state.rotor), target)
      // A result from before the page was opened is shown at once; one that must not be revealed yet is not shown.
      const isShown = isStill.peek() || (isFirst && !isLanding)
      state.began = performance.now() - (isShown ? (state.run?.lasts ?? 0) : 0)
      state.pocket = pocket
    }
    let frame = 0
    let before = performance.now()
    const step = (now: number) => {
      move(state, now, now - before, isRunning)
      before = now
      place(state, now, { root: root.current, rotor: rotor.current, ball: ball.current }, isRunning || pocket !== null)
      const isComing = state.run !== null && now - state.began <= state.run.lasts
      // While bets are open it stands still: then the countdown is all that moves.
      if ((isTurning || isComing) && !isStill.peek()) frame = requestAnimationFrame(step)
    }
    step(before)
    return () => cancelAnimationFrame(frame)
  }, [order, pocket, isRunning, isTurning])
  const isHeard = pocket !== null && !isLanding
  const told = isHeard ? common.wheelAtRest(pocket) : isRunning ? common.wheelRunning : common.wheelLabel
  return (
    <div class="wheel" ref={root} role="img" aria-label={told}>
      <Bowl />
      <svg class="wheel-rotor" ref={rotor} viewBox="-1 -1 2 2" aria-hidden="true">
        <Rotor book={book} order={order} />
      </svg>
      <Shine />
      <svg class="wheel-ball" ref={ball} viewBox="-1 -1 2 2" aria-hidden="true">
        <circle class="wheel-ball-shade" cx="0.16" cy="0.3" r="0.62" />
        <circle class="wheel-ball-body" r="0.5" />
        <circle class="wheel-ball-light" cx="-0.14" cy="-0.18" r="0.17" />
      </svg>
    </div>
  )
})

type Motion = { rotor: number; ball: number; run: Landing | null; began: number; pocket: Pocket | null | undefined }

/** Angles continue from their present values. During a landing the ball follows the landing. */
function move(state: Motion, now: number, passed: number, isRunning: boolean): void {
  const time = Math.min(passed, 100)
  if (!isStill.peek()) state.rotor = turn(state.rotor + ROTOR_SPEED * time)
  if (state.run) state.ball = state.rotor + ballAt(state.run, now - state.began).angle
  else if (isRunning) state.ball = turn(state.ball + BALL_SPEED * time)
}

type Layers = { root: HTMLElement | null; rotor: SVGSVGElement | null; ball: SVGSVGElement | null }
/** Ratio of the wheel's radius to the ball's layer, in hundredths of the layer's height. */
const BALL_PART = 625

function place(state: Motion, now: number, { root, rotor, ball }: Layers, isShown: boolean) {
  if (!root || !rotor || !ball) return
  rotor.style.transform = `rotate(${state.rotor.toFixed(2)}deg)`
  const { height, hop } = state.run ? ballAt(state.run, now - state.began) : { height: 1, hop: 0 }
  const radius = REST + (RIM - REST) * Math.min(1, height)
  const angle = turn(state.ball)
  const up = `translateY(${(-radius * BALL_PART).toFixed(2)}%)`
  ball.style.transform = `rotate(${angle.toFixed(2)}deg) ${up} rotate(${(-angle).toFixed(2)}deg) scale(${(1 + hop).toFixed(3)})`
  ball.style.visibility = isShown ? 'visible' : 'hidden'
  const seen = ballState(state, now, isShown)
  if (root.dataset.ball !== seen) root.dataset.ball = seen
}

function ballState({ run, began }: Motion, now: number, isShown: boolean): BallState {
  if (!isShown) return 'none'
  if (!run) return 'running'
  return now - began >= run.lasts ? 'rest' : 'falling'
}

/** Wood, the ball's track and the eight pins that turn it aside; none of it moves. */
const Bowl = memo(function Bowl() {
  return (
    <svg viewBox="-1 -1 2 2" aria-hidden="true">
      <defs>
        <radialGradient id="wheel-wood">
          <stop class="wheel-wood-deep" offset="0.8" />
          <stop class="wheel-wood" offset="0.9" />
          <stop class="wheel-wood-lit" offset="0.955" />
          <stop class="wheel-wood" offset="1" />
        </radialGradient>
        <radialGradient id="wheel-slope">
          <stop class="wheel-slope-deep" offset="0.78" />
          <stop class="wheel-slope" offset="1" />
        </radialGradient>
      </defs>
      <circle r="0.995" fill="url(#wheel-wood)" />
      <circle class="wheel-rim" r="0.985" />
      <circle class="wheel-groove" r="0.915" />
      <circle r="0.895" fill="url(#wheel-slope)" />
      {pinAngles.map((angle) => (
        <path
          key={angle}
          class="wheel-pin"
          transform={`rotate(${angle}) translate(0 -0.868)`}
          d={
            angle % 90 === 0
              ? 'M 0 -0.035 L 0.012 0 L 0 0.035 L -0.012 0 Z'
              : 'M -0.035 0 L 0 -0.012 L 0.035 0 L 0 0.012 Z'
          }
        />
      ))}
    </svg>
  )
})

const pinAngles = [0, 45, 90, 135, 180, 225, 270, 315]

/** Light from above, over everything that turns. */
const Shine = memo(function Shine() {
  return (
    <svg viewBox="-1 -1 2 2" aria-hidden="true">
      <defs>
        <linearGradient id="wheel-lamp" x1="0" y1="0" x2="0.25" y2="1">
          <stop class="wheel-lamp-near" offset="0" />
          <stop class="wheel-lamp-none" offset="0.45" />
          <stop class="wheel-lamp-far" offset="1" />
        </linearGradient>
      </defs>
      <circle r="0.99" fill="url(#wheel-lamp)" />
      <path class="wheel-glint" d="M -0.62 -0.73 A 0.958 0.958 0 0 1 0.3 -0.91" />
    </svg>
  )
})

const OUTER = 0.83
const WELL = 0.68
const INNER = 0.52

const Rotor = memo(function Rotor({ book, order }: { book: Book; order: readonly Pocket[] }) {
  const half = 180 / order.length
  return (
    <>
      <circle class="wheel-ring" r={OUTER + 0.014} />
      {order.map((pocket, index) => (
        <g key={pocket} transform={`rotate(${index * half * 2})`}>
          <path class="wheel-pocket" data-colour={colourOf(book, pocket)} d={wedge(half, INNER, OUTER)} />
          <path class="wheel-well" d={wedge(half, INNER, WELL)} />
          <text class="wheel-number" y={-0.757} font-size={pocket.length > 2 ? 0.05 : 0.085}>
            {pocket}
          </text>
        </g>
      ))}
      {order.map((pocket, index) => (
        <path
          key={pocket}
          class="wheel-fret"
          transform={`rotate(${(index + 0.5) * half * 2})`}
          d={`M -0.004 ${-INNER} L -0.006 ${-WELL} L 0.006 ${-WELL} L 0.004 ${-INNER} Z`}
        />
      ))}
      <circle class="wheel-band" r={WELL} />
      <Cone />
    </>
  )
})

/** The parts that carry the pockets: the cone, and the turret with its arms. */
const Cone = () => (
  <>
    <defs>
      <radialGradient id="wheel-cone">
        <stop class="wheel-cone-lit" offset="0" />
        <stop class="wheel-cone" offset="0.62" />
        <stop class="wheel-cone-deep" offset="1" />
      </radialGradient>
    </defs>
    <circle r={INNER} fill="url(#wheel-cone)" />
    <circle class="wheel-band" r={INNER} />
    <circle class="wheel-band is-fine" r="0.36" />
    {[45, 135, 225, 315].map((angle) => (
      <g key={angle} transform={`rotate(${angle})`}>
        <path class="wheel-arm" d="M -0.024 0 L -0.012 -0.29 L 0.012 -0.29 L 0.024 0 Z" />
        <circle class="wheel-knob" cy="-0.305" r="0.034" />
      </g>
    ))}
    <circle class="wheel-turret" r="0.105" />
    <circle class="wheel-knob" r="0.052" />
  </>
)

function wedge(half: number, inner: number, outer: number): string {
  const at = (angle: number, r: number) =>
    `${r * Math.sin((angle * Math.PI) / 180)} ${-r * Math.cos((angle * Math.PI) / 180)}`
  return `M ${at(-half, inner)} L ${at(-half, outer)} A ${outer} ${outer} 0 0 1 ${at(half, outer)} L ${at(half, inner)} A ${inner} ${inner} 0 0 0 ${at(-half, inner)} Z`
}
