import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'

/**
 * The wheel painted on canvases, once for each size: what turns is moved as a picture. Lengths are parts of the wheel's
 * radius, angles are clockwise from the top.
 */
export type Paint = { readonly c: CanvasRenderingContext2D; readonly ink: (token: string) => string }

/** A pocket that glows on the rim, with an amount beside it; without one it glows faintly. */
export type MarkedPocket = { readonly pocket: Pocket; readonly text: string | null }

const OUTER = 0.83
const WELL = 0.68
const INNER = 0.52
const HUB = 0.345
const TURN = 2 * Math.PI
/** Canvas angles begin at the right; ours at the top. */
const TOP = -Math.PI / 2

/** Sets the canvas to a size in pixels and its units to the wheel's radius. `half`: the width of each side of the middle, in radii. */
export function paintOn(canvas: HTMLCanvasElement, pixels: number, half = 1): Paint | null {
  const c = canvas.getContext('2d')
  if (!c) return null
  canvas.width = pixels
  canvas.height = pixels
  const unit = pixels / 2 / half
  c.setTransform(unit, 0, 0, unit, pixels / 2, pixels / 2)
  const style = getComputedStyle(canvas)
  return { c, ink: (token) => style.getPropertyValue(token).trim() }
}

/** Wood, the ball's track and the eight pins that turn the ball aside. */
export function paintBowl({ c, ink }: Paint): void {
  const wood = c.createRadialGradient(0, 0, 0.9, 0, 0, 0.995)
  for (const [at, token] of bowlStops) wood.addColorStop(at, ink(token))
  disc(c, 0.995, wood)
  paintGrain({ c, ink })
  const slope = c.createRadialGradient(0, 0, 0.8, 0, 0, 0.9)
  slope.addColorStop(0, ink('--wheel-cone'))
  slope.addColorStop(1, ink('--wheel-track'))
  disc(c, 0.9, slope)
  ring(c, 0.915, 0.045, ink('--pitch'), 0.55)
  ring(c, 0.985, 0.014, ink('--wheel-rim'))
  ring(c, 0.939, 0.004, ink('--wheel-fret'), 0.7)
  for (let pin = 0; pin < 8; pin++) paintPin({ c, ink }, (pin * TURN) / 8, pin % 2 === 0)
  const light = c.createLinearGradient(-0.4, -1, 0.5, 1)
  light.addColorStop(0, faded(ink('--white'), 0.26))
  light.addColorStop(0.42, faded(ink('--white'), 0))
  light.addColorStop(1, faded(ink('--pitch'), 0.45))
  disc(c, 0.995, light)
  glint(c, 0.962, ink('--white'), 0.5)
}

const bowlStops = [
  [0, '--wheel-track'],
  [0.35, '--wheel-bowl'],
  [0.65, '--wheel-bowl-lit'],
  [1, '--wheel-bowl'],
] as const

/** Fine lines along the wood, each a little lighter or darker; the same on every wheel. */
function paintGrain({ c, ink }: Paint): void {
  let seed = 9_301
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let line = 0; line < 170; line++) {
    const from = chance() * TURN
    c.beginPath()
    c.arc(0, 0, 0.943 + chance() * 0.036, from, from + 0.15 + chance() * 0.9)
    c.globalAlpha = 0.05 + chance() * 0.13
    c.lineWidth = 0.001 + chance() * 0.002
    c.strokeStyle = ink(chance() > 0.5 ? '--wheel-bowl-lit' : '--pitch')
    c.stroke()
  }
  c.globalAlpha = 1
}

function paintPin({ c, ink }: Paint, angle: number, isUpright: boolean): void {
  const [w, h] = isUpright ? [0.013, 0.037] : [0.037, 0.013]
  c.save()
  c.rotate(angle)
  c.translate(0, -0.868)
  for (const [shift, token] of [
    [0.008, '--pitch'],
    [0, '--wheel-knob'],
  ] as const) {
    c.beginPath()
    c.moveTo(shift, shift - h)
    c.lineTo(shift + w, shift)
    c.lineTo(shift, shift + h)
    c.lineTo(shift - w, shift)
    c.closePath()
    c.globalAlpha = token === '--pitch' ? 0.5 : 1
    c.fillStyle = ink(token)
    c.fill()
  }
  c.globalAlpha = 1
  c.restore()
}

type RotorPaint = { book: Book; order: readonly Pocket[]; marked: readonly MarkedPocket[] }

/** Everything that turns: numbers, pockets, frets, cone and turret. The pockets that are marked glow. */
export function paintRotor(paint: Paint, { book, order, marked }: RotorPaint): void {
  const { c, ink } = paint
  const each = TURN / order.length
  const texts = new Map(marked.map(({ pocket, text }) => [pocket, text]))
  disc(c, OUTER + 0.016, metal(paint, OUTER))
  for (const [index, pocket] of order.entries()) {
    c.save()
    c.rotate(index * each)
    paintPocket(paint, {
      pocket,
      half: each / 2,
      colour: ink(`--${colourOf(book, pocket)}`),
      glow: glowOf(texts.get(pocket)),
    })
    c.restore()
  }
  for (const index of order.keys()) paintFret(paint, (index + 0.5) * each)
  ring(c, WELL, 0.012, ink('--wheel-fret'))
  paintCone(paint)
  for (const [index, pocket] of order.entries()) {
    const text = texts.get(pocket)
    if (text) paintAmount(paint, index * each, text)
  }
}

const glowOf = (text: string | null | undefined): number => (text === undefined ? 0 : text === null ? 0.35 : 1)

type PocketPaint = { pocket: Pocket; half: number; colour: string; glow: number }

function paintPocket({ c, ink }: Paint, { pocket, half, colour, glow: strength }: PocketPaint): void {
  wedge(c, half, INNER, OUTER)
  c.fillStyle = colour
  c.fill()
  const depth = c.createRadialGradient(0, 0, INNER, 0, 0, OUTER)
  depth.addColorStop(0, faded(ink('--pitch'), 0.62))
  depth.addColorStop(0.5, faded(ink('--pitch'), 0.22))
  depth.addColorStop(0.517, faded(ink('--pitch'), 0.02))
  depth.addColorStop(1, faded(ink('--white'), 0.1))
  c.fillStyle = depth
  c.fill()
  if (strength > 0) {
    c.globalAlpha = strength
    wedge(c, half, WELL, OUTER)
    const glow = c.createRadialGradient(0, 0, WELL, 0, 0, OUTER)
    glow.addColorStop(0, faded(ink('--ivory'), 0))
    glow.addColorStop(1, faded(ink('--ivory'), 0.75))
    c.fillStyle = glow
    c.fill()
    c.beginPath()
    c.arc(0, 0, OUTER + 0.006, TOP - half, TOP + half)
    c.lineWidth = 0.034
    c.strokeStyle = ink('--ivory')
    // A shadow knows no units: it is counted in points.
    c.shadowColor = ink('--ivory')
    c.shadowBlur = c.canvas.width * 0.02
    c.stroke()
    c.shadowBlur = 0
    c.globalAlpha = 1
  }
  c.fillStyle = ink('--white')
  c.strokeStyle = faded(ink('--pitch'), 0.6)
  write(c, pocket, { y: -0.757, size: pocket.length > 2 ? 0.055 : 0.09, weight: 700, edge: strength * 0.016 })
}

function paintFret({ c, ink }: Paint, angle: number): void {
  c.save()
  c.rotate(angle)
  for (const [half, token] of [
    [0.007, '--wheel-arm-edge'],
    [0.0045, '--wheel-arm'],
    [0.0015, '--wheel-knob'],
  ] as const) {
    c.fillStyle = ink(token)
    c.beginPath()
    c.moveTo(-half * 0.7, -INNER)
    c.lineTo(-half, -WELL)
    c.lineTo(half, -WELL)
    c.lineTo(half * 0.7, -INNER)
    c.fill()
  }
  c.fillStyle = faded(ink('--wheel-fret'), 0.55)
  c.fillRect(-0.0015, -OUTER, 0.003, OUTER - WELL)
  c.restore()
}

/** The parts that carry the pockets: the cone, and the turret with its arms. */
function paintCone(paint: Paint): void {
  const { c, ink } = paint
  const cone = c.createRadialGradient(0, 0, 0, 0, 0, INNER)
  cone.addColorStop(0, ink('--wheel-bowl-lit'))
  cone.addColorStop(0.62, ink('--wheel-hub'))
  cone.addColorStop(1, ink('--wheel-cone'))
  disc(c, INNER, cone)
  ring(c, INNER, 0.014, ink('--wheel-fret'))
  ring(c, HUB, 0.006, ink('--wheel-fret'), 0.6)
  for (let arm = 0; arm < 4; arm++) {
    c.save()
    c.rotate(TURN / 8 + (arm * TURN) / 4)
    c.beginPath()
    c.moveTo(-0.026, 0)
    c.lineTo(-0.012, -0.27)
    c.lineTo(0.012, -0.27)
    c.lineTo(0.026, 0)
    c.fillStyle = metal(paint, 0.03)
    c.strokeStyle = ink('--wheel-arm-edge')
    c.lineWidth = 0.007
    c.stroke()
    c.fill()
    c.translate(0, -0.285)
    disc(c, 0.036, metal(paint, 0.036))
    c.restore()
  }
  disc(c, 0.115, ink('--wheel-arm-edge'))
  disc(c, 0.108, metal(paint, 0.108))
  ring(c, 0.075, 0.006, ink('--wheel-arm-edge'), 0.8)
  disc(c, 0.055, metal(paint, 0.055))
}

/** Paints the amount that a pocket would pay along the radius on the cone, where the ball does not cover it. */
function paintAmount({ c, ink }: Paint, angle: number, text: string): void {
  c.save()
  c.rotate(angle)
  c.translate(0, -(HUB + INNER) / 2)
  c.rotate(-Math.PI / 2)
  c.fillStyle = ink('--ivory')
  write(c, text, { y: 0, size: Math.min(0.066, 0.27 / text.length), weight: 650, edge: 0 })
  c.restore()
}

/** Light on what turns: it stays where it is. */
export function paintShine({ c, ink }: Paint): void {
  const light = c.createLinearGradient(-0.35, -OUTER, 0.4, OUTER)
  light.addColorStop(0, faded(ink('--white'), 0.2))
  light.addColorStop(0.4, faded(ink('--white'), 0))
  light.addColorStop(0.6, faded(ink('--pitch'), 0))
  light.addColorStop(1, faded(ink('--pitch'), 0.4))
  disc(c, OUTER + 0.014, light)
  glint(c, OUTER, ink('--white'), 0.35)
}

/** A ball with its shade, in radii of the ball. */
export function paintBall({ c, ink }: Paint): void {
  const shade = c.createRadialGradient(0.32, 0.6, 0.2, 0.32, 0.6, 1.2)
  shade.addColorStop(0, faded(ink('--pitch'), 0.75))
  shade.addColorStop(1, faded(ink('--pitch'), 0))
  c.fillStyle = shade
  c.fillRect(-2, -2, 4, 4)
  const body = c.createRadialGradient(-0.35, -0.4, 0.05, 0, 0, 1)
  body.addColorStop(0, ink('--white'))
  body.addColorStop(0.55, ink('--ball'))
  body.addColorStop(1, ink('--ball-edge'))
  disc(c, 1, body)
}

/** Brass with the light from above. */
function metal({ c, ink }: Paint, r: number): CanvasGradient {
  const brass = c.createLinearGradient(-r, -r, r, r)
  brass.addColorStop(0, ink('--wheel-knob'))
  brass.addColorStop(0.45, ink('--wheel-arm'))
  brass.addColorStop(1, ink('--wheel-arm-edge'))
  return brass
}

function disc(c: CanvasRenderingContext2D, r: number, fill: string | CanvasGradient): void {
  c.beginPath()
  c.arc(0, 0, r, 0, TURN)
  c.fillStyle = fill
  c.fill()
}

function ring(c: CanvasRenderingContext2D, r: number, width: number, stroke: string, alpha = 1): void {
  c.beginPath()
  c.arc(0, 0, r, 0, TURN)
  c.globalAlpha = alpha
  c.lineWidth = width
  c.strokeStyle = stroke
  c.stroke()
  c.globalAlpha = 1
}

function glint(c: CanvasRenderingContext2D, r: number, colour: string, alpha: number): void {
  const along = c.createLinearGradient(-r, 0, r * 0.4, 0)
  along.addColorStop(0, faded(colour, 0))
  along.addColorStop(0.5, faded(colour, alpha))
  along.addColorStop(1, faded(colour, 0))
  c.beginPath()
  c.arc(0, 0, r, TOP - 1, TOP + 0.4)
  c.lineWidth = 0.012
  c.strokeStyle = along
  c.stroke()
}

/** A part of a ring, its middle at the top. */
function wedge(c: CanvasRenderingContext2D, half: number, inner: number, outer: number): void {
  c.beginPath()
  c.arc(0, 0, outer, TOP - half, TOP + half)
  c.arc(0, 0, inner, TOP + half, TOP - half, true)
  c.closePath()
}

/** Letters are set at a hundred times their size: a canvas sets none of a part of a pixel. */
const LETTERS = 100

type Letters = { y: number; size: number; weight: number; edge: number }

function write(c: CanvasRenderingContext2D, text: string, { y, size, weight, edge }: Letters): void {
  c.save()
  c.translate(0, y)
  c.scale(1 / LETTERS, 1 / LETTERS)
  c.font = `${weight} ${size * LETTERS}px "Inter Variable", sans-serif`
  c.textAlign = 'center'
  c.textBaseline = 'middle'
  if (edge > 0) {
    c.lineWidth = edge * LETTERS
    c.lineJoin = 'round'
    c.strokeText(text, 0, 0)
  }
  c.fillText(text, 0, 0)
  c.restore()
}

/** A colour with a part of its strength. */
const faded = (colour: string, alpha: number): string =>
  `color-mix(in srgb, ${colour} ${(alpha * 100).toFixed(1)}%, transparent)`
