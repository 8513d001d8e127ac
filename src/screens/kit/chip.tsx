import './chip.css'
import type { LineResult } from '../../engine/settlement.ts'
import { chipText, shortMoney, totalText } from '../../words/plain-text.ts'
import { stackOf } from './chips.ts'

type Face = { body: string; edge: string; ink: string }

const faces: readonly (readonly [number, Face])[] = [
  [100_000_00, { body: '#b8962f', edge: '#fff3cf', ink: '#1a1608' }],
  [10_000_00, { body: '#2b7f86', edge: '#f2efe6', ink: '#ffffff' }],
  [5_000_00, { body: '#6d4327', edge: '#f0dcc4', ink: '#ffffff' }],
  [1_000_00, { body: '#c46f22', edge: '#fff0dc', ink: '#1c0f02' }],
  [500_00, { body: '#66398c', edge: '#efe4f7', ink: '#ffffff' }],
  [100_00, { body: '#1a1d22', edge: '#e9e4d6', ink: '#ffffff' }],
  [25_00, { body: '#2a7a4c', edge: '#eef5ec', ink: '#ffffff' }],
  [10_00, { body: '#2a6aa6', edge: '#e9f1f8', ink: '#ffffff' }],
  [5_00, { body: '#a63b30', edge: '#f7e9e4', ink: '#ffffff' }],
  [1_00, { body: '#e6e0cf', edge: '#3f6b8f', ink: '#1c2226' }],
  [0, { body: '#8b9298', edge: '#f2f2f2', ink: '#14181b' }],
]

const faceOf = (value: number): Face => faces.find(([from]) => value >= from)![1]

type ChipProps = { x: number; y: number; r: number; value: number; tint?: string | undefined; text?: string }

const faceFor = (value: number, tint: string | undefined): Face =>
  tint ? { body: tint, edge: '#f4f1e8', ink: '#101417' } : faceOf(value)

/** The thickness of a chip, in parts of its radius. */
const THICK = 0.13

/** One chip: edge spots by denomination, the value in the middle. Colour chips have their player's colour. */
function Chip({ x, y, r, value, tint, text = chipText(value) }: ChipProps) {
  const face = faceFor(value, tint)
  return (
    <g class="chip">
      <circle cx={x} cy={y} r={r} fill={face.body} stroke="#0a0d0f" stroke-width={r * 0.045} />
      <path class="chip-edge" fill={face.edge} d={edgeSpots(x, y, r, all) + edgeSpots(x, y, r, between, INLAY)} />
      <circle class="chip-bevel" cx={x} cy={y} r={r * 0.745} stroke-width={r * 0.05} />
      <circle cx={x} cy={y} r={r * 0.7} fill={face.body} stroke={face.edge} stroke-width={r * 0.05} />
      <path class="chip-light" d={crescent(x, y, r)} />
      <text x={x} y={y} font-size={r * (sizes[text.length] ?? 0.36)} fill={face.ink}>
        {text}
      </text>
    </g>
  )
}

/** Font sizes by the number of characters, so that they fit within the ring. */
const sizes: readonly number[] = [0.8, 0.8, 0.76, 0.6, 0.5, 0.42]

/** A chip below another, or the side of one: only its lower edge is seen. */
function ChipBelow({ x, y, r, value, tint }: ChipProps) {
  const { body, edge } = faceFor(value, tint)
  return (
    <>
      <path fill={body} d={halfDisc(x, y, r)} />
      <path fill={edge} d={edgeSpots(x, y, r, lower)} />
    </>
  )
}

const halfDisc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 0 0 ${x + r} ${y}L${x + r} ${y - r * RISE}H${x - r}Z`

/** Over the sides of a whole pile at once: the light comes from above. */
const PileSides = ({ x, y, r, height }: { x: number; y: number; r: number; height: number }) => (
  <path class="chip-side" d={`M${x - r} ${y}A${r} ${r} 0 0 0 ${x + r} ${y}V${y - height}H${x - r}Z`} />
)

/** The light on the upper edge of a chip. */
const crescent = (x: number, y: number, r: number): string =>
  `M${x - r * 0.86} ${y - r * 0.4}A${r * 0.95} ${r * 0.95} 0 0 1 ${x + r * 0.5} ${y - r * 0.81}A${r * 1.08} ${r * 1.08} 0 0 0 ${x - r * 0.86} ${y - r * 0.4}Z`

/** In which eighths of a turn there are edge spots; 2 is below. */
const all = [0, 1, 2, 3, 4, 5, 6, 7]
const lower = [0.5, 1.25, 2, 2.75, 3.5]
/** Fine inlays between the edge spots. */
const between = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]
type Inlay = { half: number; from: number; to: number }
const SPOT: Inlay = { half: 0.25, from: 0.72, to: 0.97 }
const INLAY: Inlay = { half: 0.07, from: 0.8, to: 0.9 }

/** Four corners each: painted far sooner than a dashed line, and there are thousands of them. */
const edgeSpots = (
  x: number,
  y: number,
  r: number,
  eighths: readonly number[],
  { half, from: inner, to: outer } = SPOT,
): string =>
  eighths
    .map((eighth) => {
      const [from, to] = [eighth - half, eighth + half].map((at) => (at * Math.PI) / 4) as [number, number]
      const at = (angle: number, part: number) =>
        `${(x + r * part * Math.cos(angle)).toFixed(3)} ${(y + r * part * Math.sin(angle)).toFixed(3)}`
      return `M${at(from, inner)}L${at(from, outer)}L${at(to, outer)}L${at(to, inner)}Z`
    })
    .join('')

type StackProps = {
  x: number
  y: number
  amount: number
  /** Negative: being taken back. An unanswered stake is a `PendingChip`. */
  pending?: number | undefined
  tint?: string | undefined
  r?: number
  result?: LineResult | undefined
  /** Its winnings: another stack beside it. */
  paid?: number | undefined
  isGone?: boolean | undefined
  isOutside?: boolean | undefined
  isAside?: boolean | undefined
  isImprisoned?: boolean | undefined
}

const RISE = 0.17

/** A stack of up to five chips. The highest shows the sum. */
export function Stack(props: StackProps) {
  const { x, y, amount, pending = 0, tint, r = 0.24, result, paid = 0, isGone, isAside } = props
  const isImprisoned = props.isImprisoned || result === 'imprisoned'
  const chips = stackOf(amount)
  return (
    <g
      class={`stack${pending < 0 || isAside ? ' is-leaving' : ''}${isGone ? ' is-gone' : ''}`}
      data-amount={amount}
      data-pending={pending < 0 ? pending : undefined}
      data-paid={paid || undefined}
      data-result={result}
      data-imprisoned={isImprisoned || undefined}
    >
      <Pile x={x} y={y} r={r} chips={chips} total={amount} tint={tint} />
      {isImprisoned && <Bars x={x} y={y - (chips.length - 1) * r * RISE} r={r} />}
      {paid > 0 && (
        <g class="stack-paid">
          <Pile x={x + r} y={y - r * 0.75} r={r * 0.8} chips={stackOf(paid)} total={paid} />
        </g>
      )}
    </g>
  )
}

/** Bars before a stack in prison: its amount stays readable between them. */
const Bars = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <path
    class="chip-bars"
    stroke-width={r * 0.16}
    d={[-0.78, -0.26, 0.26, 0.78].map((at) => `M${x + at * r} ${y - r * 1.15}V${y + r * 1.15}`).join('')}
  />
)

/** The mark of a stack outside the limits. */
export function StackTotal({ x, y, amount, r = 0.24, result, isOutside }: StackProps) {
  if (!isOutside) return null
  return <Label x={x} y={y + r * 1.05} size={r * 0.56} text={shortMoney(amount)} isOutside isLost={result === 'lost'} />
}

type PileProps = { x: number; y: number; r: number; chips: readonly number[]; total: number; tint?: string | undefined }

/** Chips on each other, with the shade that they throw; the highest shows the sum. */
function Pile({ x, y, r, chips, total, tint }: PileProps) {
  const top = chips.length - 1
  return (
    <>
      <ellipse class="chip-shade" cx={x + r * 0.1} cy={y + r * 0.24} rx={r * 1.02} ry={r * 0.96} />
      {chips.map((value, index) => (
        <ChipBelow key={index} x={x} y={y + r * THICK - index * r * RISE} r={r} value={value} tint={tint} />
      ))}
      <PileSides x={x} y={y + r * THICK} r={r} height={r * (THICK + top * RISE)} />
      <Chip x={x} y={y - top * r * RISE} r={r} value={chips[top]!} tint={tint} text={totalText(total)} />
    </>
  )
}

type PendingChipProps = { x: number; y: number; r: number; amount: number; pending: number }

/** An unanswered stake: outlined, not solid, beside the stack that it joins or at its future place. */
export function PendingChip({ x, y, r, amount, pending }: PendingChipProps) {
  const height = amount > 0 ? stackOf(amount).length : 0
  const at = height === 0 ? { x, y, r } : { x: x + r * 0.85, y: y - (height - 1) * r * RISE - r * 0.7, r: r * 0.78 }
  const text = chipText(pending)
  return (
    <g data-pending={pending}>
      <circle class="stack-pending" cx={at.x} cy={at.y} r={at.r * 0.98} />
      <text class="stack-pending-text" x={at.x} y={at.y} font-size={at.r * (text.length > 3 ? 0.5 : 0.7)}>
        {text}
      </text>
    </g>
  )
}

/** `size`: of its letters. */
type LabelProps = { x: number; y: number; size: number; text: string } & {
  [look in 'isOutside' | 'isPaid' | 'isLost']?: boolean | undefined
}

export function Label({ x, y, size, text, isOutside, isPaid, isLost }: LabelProps) {
  const told = isOutside ? `! ${text}` : text
  const w = (told.length * 0.6 + 0.8) * size
  const looks = [isOutside && 'is-outside', isPaid && 'is-paid', isLost && 'is-lost'].filter(Boolean)
  return (
    <g class={['stack-total', ...looks].join(' ')}>
      <rect x={x - w / 2} y={y - size * 0.72} width={w} height={size * 1.44} rx={size * 0.5} />
      <text x={x} y={y + size * 0.03} font-size={size}>
        {told}
      </text>
    </g>
  )
}

/** A single chip, as a picture beside words. */
export function ChipPicture({ value, size, tint }: { value: number; size: number; tint?: string }) {
  return (
    <svg width={size} height={size} viewBox="-1.05 -1.05 2.1 2.22" aria-hidden="true">
      <ChipBelow x={0} y={THICK} r={1} value={value} tint={tint} />
      <PileSides x={0} y={THICK} r={1} height={THICK} />
      <Chip x={0} y={0} r={1} value={value} tint={tint} />
    </svg>
  )
}
