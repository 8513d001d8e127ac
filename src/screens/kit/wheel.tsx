import './wheel.css'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { common } from '../words/common.ts'
import { memo } from './components.tsx'
import { isStill } from './motion.ts'
import type { Stage } from './stage.ts'
import {
  BALL_SPEED,
  type BallState,
  ballAt,
  CAMERA_MS,
  cameraAt,
  far,
  type Landing,
  landing,
  pocketAngle,
  ROTOR_SPEED,
  turn,
} from './wheel-motion.ts'
import { type MarkedPocket, type Paint, paintBall, paintBowl, paintOn, paintRotor, paintShine } from './wheel-paint.ts'

type WheelProps = {
  book: Book
  order: readonly Pocket[]
  stage: Stage
  /** The pocket where the ball rests; null while it runs. */
  pocket: Pocket | null
  /** Not yet: the ball on the screen still runs. */
  isLanding?: boolean
  /** Pockets that glow on the rim. */
  marked?: readonly MarkedPocket[]
  /** The view closes in on the ball as it comes down: where the wheel has the stage. */
  hasCamera?: boolean
}

const RIM = 0.885
const REST = 0.6
const none: readonly MarkedPocket[] = []

/**
 * The wheel in the book's own order. The ball runs against the rotor and comes to rest in the real outcome. Bowl, rotor,
 * light and ball are canvases that are painted once: what turns is moved as a picture.
 */
export const WheelPicture = memo(function Wheel(props: WheelProps) {
  const { book, order, stage, pocket, isLanding = false, marked = none, hasCamera = false } = props
  const layers = useLayers()
  const paintFiner = usePainted(layers, book, order, marked)
  const motion = useRef<Motion>({ rotor: 0, drawn: 0, ball: 0, run: null, began: 0, pocket: undefined })
  const isRunning = stage === 'closing' || stage === 'closed'
  const isTurning = isRunning || stage === 'result' || stage === 'settled'
  useEffect(() => {
    const state = motion.current
    const target = pocket === null ? null : pocketAngle(order, pocket)
    if (pocket !== state.pocket) {
      const isFirst = state.pocket === undefined
      state.run = target === null ? null : landing(turn(state.ball - state.drawn), target)
      // A result that was there before the page was is simply shown; one that is not told yet never.
      // Another number of a round that was told is a correction: the ball does not run again.
      const isCorrected = !isFirst && state.pocket !== null
      const isShown = isStill.peek() || ((isFirst || isCorrected) && !isLanding)
      state.began = performance.now() - (isShown ? CAMERA_MS : 0)
      state.pocket = pocket
    }
    let frame = 0
    let before = performance.now()
    const step = (now: number) => {
      move(state, now, now - before, isRunning)
      before = now
      const isNear = place(state, now, layers, { isShown: isRunning || pocket !== null, hasCamera })
      paintFiner(isNear)
      const isComing = state.run !== null && now - state.began <= state.run.lasts
      // While bets are open it stands still: then the countdown is all that moves.
      if ((isTurning || isComing) && !isStill.peek()) frame = requestAnimationFrame(step)
    }
    step(before)
    return () => cancelAnimationFrame(frame)
  }, [order, pocket, isRunning, isTurning, hasCamera])
  const isHeard = pocket !== null && !isLanding
  const told = isHeard ? common.wheelAtRest(pocket) : isRunning ? common.wheelRunning : common.wheelLabel
  return (
    <div class="wheel" ref={layers.root} role="img" aria-label={told}>
      <div class="wheel-view" ref={layers.view}>
        <canvas ref={layers.bowl} />
        <canvas class="wheel-rotor" ref={layers.rotor} />
        <canvas class="wheel-shine" ref={layers.shine} />
        <canvas class="wheel-ball" ref={layers.ball} />
      </div>
    </div>
  )
})

type Layers = { [layer in 'root' | 'view']: RefObject<HTMLDivElement | null> } & {
  [layer in 'bowl' | 'rotor' | 'shine' | 'ball']: RefObject<HTMLCanvasElement | null>
}

function useLayers(): Layers {
  const [root, view] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const canvas = () => useRef<HTMLCanvasElement>(null)
  return { root, view, bowl: canvas(), rotor: canvas(), shine: canvas(), ball: canvas() }
}

/** The part of the wheel that turns: the less is moved, the sooner it is drawn. */
const ROTOR = 0.85
/** From near a picture has more points than its place, so that it is still sharp; from afar that would only cost time. */
const FINER = 2
const POINTS_MOST = 2_048
/** Width of the ball's canvas, of the wheel's; radii of the ball that it shows on each side; how much finer it is. */
const BALL = { width: 0.08, radii: 2, finer: 3 }

type Painted = { book: Book; order: readonly Pocket[]; marked: readonly MarkedPocket[] }

/**
 * Paints when the size changes and when type has come, and the rotor when what glows on it changes. Returns how it is
 * painted finer, for a view from near.
 */
function usePainted(layers: Layers, book: Book, order: readonly Pocket[], marked: Painted['marked']) {
  const painter = useRef<WheelPainter | null>(null)
  painter.current ??= new WheelPainter(layers, { book, order, marked })
  const own = painter.current
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => own.fit(entry!.contentRect.width))
    observer.observe(layers.root.current!)
    void document.fonts.ready.then(() => own.paintRotor())
    return () => observer.disconnect()
  }, [])
  useEffect(() => own.show({ book, order, marked }), [book, order, marked])
  return (isFiner: boolean) => own.paintFiner(isFiner)
}

class WheelPainter {
  readonly #layers: Layers
  #shown: Painted
  #points = 0
  #isFiner = false

  constructor(layers: Layers, shown: Painted) {
    this.#layers = layers
    this.#shown = shown
  }

  fit(width: number): void {
    const points = Math.ceil(width * devicePixelRatio)
    if (points === this.#points || points === 0) return
    this.#points = points
    const { bowl, shine, ball } = this.#layers
    onCanvas(bowl, points, 1, paintBowl)
    onCanvas(shine, points * ROTOR, ROTOR, paintShine)
    onCanvas(ball, points * BALL.width * BALL.finer, BALL.radii, paintBall)
    this.paintRotor()
  }

  show(shown: Painted): void {
    this.#shown = shown
    this.paintRotor()
  }

  paintFiner(isFiner: boolean): void {
    if (isFiner === this.#isFiner) return
    this.#isFiner = isFiner
    this.paintRotor()
  }

  paintRotor(): void {
    if (this.#points === 0) return
    const points = this.#points * ROTOR * (this.#isFiner ? FINER : 1)
    onCanvas(this.#layers.rotor, points, ROTOR, (paint) => paintRotor(paint, this.#shown))
  }
}

function onCanvas(
  to: RefObject<HTMLCanvasElement | null>,
  points: number,
  half: number,
  draw: (on: Paint) => void,
): void {
  const paint = to.current && paintOn(to.current, Math.min(POINTS_MOST, Math.ceil(points)), half)
  if (paint) draw(paint)
}

type Motion = {
  rotor: number
  drawn: number
  ball: number
  run: Landing | null
  began: number
  pocket: Pocket | null | undefined
}

/** The rotor is by far the largest picture that is moved, and slow: it is turned in steps that the eye does not see. */
const ROTOR_STEP = ROTOR_SPEED * 30

/** Angles continue from their present values. During a landing the ball follows the landing. */
function move(state: Motion, now: number, passed: number, isRunning: boolean): void {
  const time = Math.min(passed, 100)
  if (!isStill.peek()) state.rotor = turn(state.rotor + ROTOR_SPEED * time)
  if (turn(state.rotor - state.drawn) >= ROTOR_STEP) state.drawn = state.rotor
  if (state.run) state.ball = state.drawn + ballAt(state.run, now - state.began).angle
  else if (isRunning) state.ball = turn(state.ball + BALL_SPEED * time)
}

/** Ratio of the wheel's radius to the ball's layer, in hundredths of the layer's height. */
const BALL_PART = 50 / BALL.width

/** Returns whether it is seen from near. */
function place(state: Motion, now: number, layers: Layers, shown: { isShown: boolean; hasCamera: boolean }): boolean {
  const [root, view, rotor, ball] = [layers.root, layers.view, layers.rotor, layers.ball].map((one) => one.current)
  if (!root || !view || !rotor || !ball) return false
  const elapsed = now - state.began
  rotor.style.transform = `rotate(${state.drawn.toFixed(2)}deg)`
  const { height, hop } = state.run ? ballAt(state.run, elapsed) : { height: 1, hop: 0 }
  const radius = REST + (RIM - REST) * Math.min(1, height)
  const angle = (turn(state.ball) * Math.PI) / 180
  const at = { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
  ball.style.transform = `translate(${(at.x * BALL_PART).toFixed(2)}%, ${(at.y * BALL_PART).toFixed(2)}%) scale(${(1 + hop).toFixed(3)})`
  ball.style.visibility = shown.isShown ? 'visible' : 'hidden'
  const { zoom, pull } = state.run && shown.hasCamera ? cameraAt(elapsed, state.run.lasts) : far
  const shift = (part: number) => `${(-50 * zoom * pull * part).toFixed(2)}%`
  view.style.transform = zoom === 1 ? '' : `translate(${shift(at.x)}, ${shift(at.y)}) scale(${zoom.toFixed(4)})`
  mark(root, 'near', zoom === 1 ? undefined : '')
  mark(root, 'ball', ballState(state, now, shown.isShown))
  return zoom !== 1
}

/** Only where it changes: every mark is a question to all styles. */
function mark(root: HTMLElement, name: string, value: string | undefined): void {
  if (root.dataset[name] === value) return
  if (value === undefined) delete root.dataset[name]
  else root.dataset[name] = value
}

function ballState({ run, began }: Motion, now: number, isShown: boolean): BallState {
  if (!isShown) return 'none'
  if (!run) return 'running'
  return now - began >= run.lasts ? 'rest' : 'falling'
}
