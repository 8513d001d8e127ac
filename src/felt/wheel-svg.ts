import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { colourOf } from '../engine/pocket-colour.ts'
import { escapeMarkup } from '../words/plain-text.ts'
import { ivory, printColours } from './print-colours.ts'

const [RIM, INNER, HUB, TEXT, BALL] = [98, 58, 30, 86, 67]

/** The angle of a pocket's middle, in degrees clockwise from the top. Throws if the wheel has no such pocket. */
export function angleOf({ id, wheel }: RuleBook, pocket: Pocket): number {
  const at = wheel.order.indexOf(pocket)
  if (at < 0) throw new RangeError(`pocket ${pocket} is not on the wheel of ${id}`)
  return (at * 360) / wheel.order.length
}

/**
 * Draws the wheel of a book as an SVG document, with the first pocket of its order at the top. The pockets are in a group of
 * the class `rotor`, so that a page can turn them. `pocket`: where the ball rests.
 *
 * @example
 * const picture: string = wheelSvg(roulette3, '17')
 */
export function wheelSvg(book: RuleBook, pocket: Pocket | null = null): string {
  const { order } = book.wheel
  const half = 180 / order.length
  const pockets = order.map((name) => {
    const angle = angleOf(book, name)
    const path = `M${at(angle - half, RIM)}A${RIM} ${RIM} 0 0 1 ${at(angle + half, RIM)}L${at(angle + half, INNER)}A${INNER} ${INNER} 0 0 0 ${at(angle - half, INNER)}Z`
    const text = `<text transform="rotate(${rounded(angle)}) translate(0 -${TEXT})" font-size="${name.length > 2 ? 5 : 8}">${escapeMarkup(name)}</text>`
    return `<g data-pocket="${escapeMarkup(name)}"><path d="${path}" fill="${printColours[colourOf(book, name)]}" stroke="${ivory}" stroke-width="0.7"/>${text}</g>`
  })
  const ball =
    pocket === null
      ? ''
      : `<circle class="ball" cx="${atX(angleOf(book, pocket), BALL)}" cy="${atY(angleOf(book, pocket), BALL)}" r="4.5" fill="#fff"/>`
  const title = pocket === null ? `Wheel, ${book.id}` : `Wheel, ${book.id}: the ball is in ${pocket}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<circle r="100" fill="#3a2416"/>`,
    `<g class="rotor" fill="${ivory}" font-weight="700" text-anchor="middle">${pockets.join('')}<circle r="${INNER}" fill="#5b3a22"/><circle r="${HUB}" fill="#c9a45c"/>${ball}</g>`,
    '</svg>',
  ].join('\n')
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
const atX = (angle: number, radius: number): number => rounded(radius * Math.sin((angle * Math.PI) / 180))
const atY = (angle: number, radius: number): number => rounded(-radius * Math.cos((angle * Math.PI) / 180))
const at = (angle: number, radius: number): string => `${atX(angle, radius)} ${atY(angle, radius)}`
