import './wheel.css'
import { useEffect, useRef } from 'preact/hooks'
import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { colourOf } from '../felt-svg.ts'
import { common } from '../words/common.ts'
import { memo } from './memo.ts'
import { isStill } from './motion.ts'
import type { Stage } from './stage.ts'
import { BALL_SPEED, ballAt, type Landing, landing, pocketAngle, ROTOR_SPEED, turn } from './wheel-motion.ts'

export type WheelProps = {
  book: RuleBook
  order: readonly Pocket[]
  stage: Stage
  /** Where the ball rests; null while it does not. */
  pocket: Pocket | null
  /** Not yet: the ball on the screen still runs. */
  isLanding?: boolean
}

const RIM = 0.87
const REST = 0.585

/** The wheel in the book's own order. The ball runs against the rotor and comes to rest in the real outcome. */
export const Wheel = memo(function Wheel({ book, order, stage, pocket, isLanding = false }: WheelProps) {
  const rotor = useRef<SVGGElement>(null)
  const ball = useRef<SVGCircleElement>(null)
  const motion = useRef<Motion>({ rotor: 0, ball: 0, run: null, began: 0, pocket: undefined })
  const isRunning = stage === 'closing' || stage === 'closed'
  useEffect(() => {
    const state = motion.current
    const target = pocket === null ? null : pocketAngle(order, pocket)
    if (pocket !== state.pocket) {
      const isFirst = state.pocket === undefined
      state.run = target === null ? null : landing(turn(state.ball - state.rotor), target)
      // A result that was there before the page was is simply shown.
      state.began = performance.now() - (isFirst || isStill.peek() ? (state.run?.lasts ?? 0) : 0)
      state.pocket = pocket
    }
    let frame = 0
    let before = performance.now()
    const step = (now: number) => {
      move(state, now, now - before, isRunning)
      before = now
      place(state, now, rotor.current, ball.current, isRunning || pocket !== null)
      if (!isStill.peek()) frame = requestAnimationFrame(step)
    }
    step(before)
    return () => cancelAnimationFrame(frame)
  }, [order, pocket, isRunning])
  const isHeard = pocket !== null && !isLanding
  const told = isHeard ? common.wheelAtRest(pocket) : isRunning ? common.wheelRunning : common.wheelLabel
  return (
    <svg class="wheel" viewBox="-1 -1 2 2" role="img" aria-label={told}>
      <circle r="0.995" fill="var(--pitch)" />
      <circle r="0.97" fill="var(--wheel-bowl)" stroke="var(--wheel-rim)" stroke-width="0.012" />
      <circle r="0.9" fill="var(--wheel-track)" stroke="var(--wheel-rim)" stroke-width="0.008" />
      <g ref={rotor}>
        <Rotor book={book} order={order} />
      </g>
      <circle ref={ball} class="wheel-ball" r="0.034" />
    </svg>
  )
})

type Motion = { rotor: number; ball: number; run: Landing | null; began: number; pocket: Pocket | null | undefined }

/** Angles go on from where they are; with a landing under way the ball is where that says. */
function move(state: Motion, now: number, passed: number, isRunning: boolean): void {
  const time = Math.min(passed, 100)
  if (!isStill.peek()) state.rotor = turn(state.rotor + ROTOR_SPEED * time)
  if (state.run) state.ball = state.rotor + ballAt(state.run, now - state.began).angle
  else if (isRunning) state.ball = turn(state.ball + BALL_SPEED * time)
}

function place(state: Motion, now: number, rotor: SVGGElement | null, ball: SVGCircleElement | null, isShown: boolean) {
  if (!rotor || !ball) return
  rotor.setAttribute('transform', `rotate(${state.rotor.toFixed(2)})`)
  const height = state.run ? ballAt(state.run, now - state.began).height : 1
  const radius = REST + (RIM - REST) * Math.min(1, height)
  ball.setAttribute('transform', `rotate(${turn(state.ball).toFixed(2)}) translate(0 ${-radius})`)
  ball.style.visibility = isShown ? 'visible' : 'hidden'
}

const OUTER = 0.82
const INNER = 0.52

const Rotor = memo(function Rotor({ book, order }: { book: RuleBook; order: readonly Pocket[] }) {
  const half = 180 / order.length
  return (
    <>
      <circle r={OUTER + 0.012} fill="var(--wheel-fret)" />
      {order.map((pocket, index) => (
        <g key={pocket} transform={`rotate(${index * half * 2})`}>
          <path class="wheel-pocket" data-colour={colourOf(book, pocket)} d={wedge(half, INNER, OUTER)} />
          <text class="wheel-number" y={-0.74} font-size={pocket.length > 2 ? 0.05 : 0.078}>
            {pocket}
          </text>
        </g>
      ))}
      <circle r={0.655} fill="none" stroke="var(--wheel-fret)" stroke-width="0.008" />
      <circle r={INNER} fill="var(--wheel-cone)" stroke="var(--wheel-fret)" stroke-width="0.016" />
      <circle r="0.36" fill="var(--wheel-hub)" stroke="var(--wheel-arm-edge)" stroke-width="0.008" />
      {[0, 90, 180, 270].map((angle) => (
        <g key={angle} transform={`rotate(${angle + 45})`}>
          <path d="M -0.02 0 L -0.012 -0.3 L 0.012 -0.3 L 0.02 0 Z" fill="var(--wheel-arm)" />
          <circle cy="-0.31" r="0.035" fill="var(--brass)" />
        </g>
      ))}
      <circle r="0.1" fill="var(--wheel-arm)" stroke="var(--wheel-arm-edge)" stroke-width="0.01" />
      <circle r="0.045" fill="var(--wheel-knob)" />
    </>
  )
})

function wedge(half: number, inner: number, outer: number): string {
  const at = (angle: number, r: number) =>
    `${r * Math.sin((angle * Math.PI) / 180)} ${-r * Math.cos((angle * Math.PI) / 180)}`
  return `M ${at(-half, inner)} L ${at(-half, outer)} A ${outer} ${outer} 0 0 1 ${at(half, outer)} L ${at(half, inner)} A ${inner} ${inner} 0 0 0 ${at(-half, inner)} Z`
}
