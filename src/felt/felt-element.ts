import type { Book, SpotId } from '../books/rule-book.ts'
import { layoutNames, type Spot, spotsOf } from '../engine/spots.ts'
import { type Board, boardOf, chipPlace, type StepDirection, spotAt, stepFrom } from './board.ts'
import { feltSvg } from './felt-svg.ts'
import { bookOf } from './named-book.ts'

/** A stack of chips on a spot. `label`: the text on it; `colour`: of the chip, as CSS has it. */
export type FeltChip = { readonly spot: SpotId; readonly label: string; readonly colour?: string }

/** The detail of the event `spot`: the spot that was pressed, with its pay and pockets. */
export type SpotEvent = CustomEvent<Spot>

const SVG = 'http://www.w3.org/2000/svg'
const sheet = `:host { display: block } svg { width: 100%; height: auto; touch-action: manipulation; cursor: pointer }
svg:focus-visible { outline: 3px solid #e6c07a } .cursor { fill: none; stroke: #ffe9b0; stroke-width: 0.06 }
.chip circle { stroke: #fff; stroke-width: 0.05; stroke-dasharray: 0.12 0.1 } .chip text { font-size: 0.22px; font-weight: 700;
text-anchor: middle; dominant-baseline: central; fill: #fff } .chip, .cursor, .dolly { pointer-events: none }`

const arrows: Readonly<Record<string, StepDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * Makes the class of `<croupier-felt book="ID" layout="NAME" outcome="POCKET">`. Its property `chips` are the stacks that lie
 * on it. It sends the event `spot` when a spot is pressed, by pointer or by arrow keys and Enter.
 */
export function feltElement(books: readonly Book[]): CustomElementConstructor {
  return class CroupierFelt extends HTMLElement {
    static readonly observedAttributes = ['book', 'layout', 'outcome']
    readonly #root = this.attachShadow({ mode: 'open' })
    #chips: readonly FeltChip[] = []
    #cursor: SpotId | null = null
    #drawn: { book: Book; layout: string; board: Board; marks: SVGGElement } | null = null

    get chips(): readonly FeltChip[] {
      return this.#chips
    }

    set chips(chips: readonly FeltChip[]) {
      this.#chips = chips
      this.#showMarks()
    }

    connectedCallback(): void {
      this.#draw()
    }

    attributeChangedCallback(name: string): void {
      if (!this.isConnected) return
      if (name === 'outcome') this.#showMarks()
      else this.#draw()
    }

    #draw(): void {
      const book = bookOf(books, this)
      const layout = this.getAttribute('layout') ?? layoutNames(book)[0]!
      const style = document.createElement('style')
      style.textContent = sheet
      const drawing = new DOMParser().parseFromString(feltSvg(book, layout), 'image/svg+xml').documentElement
      const svg = document.importNode(drawing, true) as unknown as SVGSVGElement
      svg.setAttribute('tabindex', '0')
      svg.setAttribute('role', 'application')
      svg.setAttribute('aria-label', `${book.texts.en.title}, layout ${layout}`)
      const marks = document.createElementNS(SVG, 'g')
      svg.append(marks)
      const board = boardOf(book, layout, 'printed')
      this.#drawn = { book, layout, board, marks }
      this.#cursor = null
      svg.addEventListener('click', (event) => this.#press(spotAt(board, pointIn(svg, event))))
      svg.addEventListener('keydown', (event) => this.#step(event))
      this.#root.replaceChildren(style, svg)
      this.#showMarks()
    }

    #press(spot: SpotId | null): void {
      if (spot === null || !this.#drawn) return
      const { book, layout } = this.#drawn
      const detail = spotsOf(book, layout).byId.get(spot)!
      this.dispatchEvent(new CustomEvent('spot', { detail, bubbles: true, composed: true }))
    }

    #step(event: KeyboardEvent): void {
      const direction = arrows[event.key]
      if (direction && this.#drawn) {
        const { board } = this.#drawn
        this.#cursor = this.#cursor === null ? board.list[0]!.spot : stepFrom(board, this.#cursor, direction)
        this.#showMarks()
      } else if (event.key === 'Enter' || event.key === ' ') this.#press(this.#cursor)
      else return
      event.preventDefault()
    }

    /** Draws the stacks, the dolly on the outcome, and the spot that the keys are on. */
    #showMarks(): void {
      if (!this.#drawn) return
      const { board, marks } = this.#drawn
      const outcome = this.getAttribute('outcome')
      marks.replaceChildren(
        ...(outcome !== null && board.byId.has(outcome) ? [ring(board, outcome, 'dolly', 0.3)] : []),
        ...this.#chips.map((chip) => stack(board, chip)),
        ...(this.#cursor === null ? [] : [ring(board, this.#cursor, 'cursor', 0.36)]),
      )
    }
  }
}

/** The point of a pointer in the units of the drawing. */
function pointIn(svg: SVGSVGElement, { clientX, clientY }: MouseEvent): DOMPoint {
  return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()!.inverse())
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

function ring(board: Board, spot: SpotId, name: string, r: number): SVGElement {
  const { x, y } = chipPlace(board, spot)
  const look = name === 'dolly' ? { fill: 'rgba(255, 255, 255, 0.55)' } : {}
  return shape('circle', { class: name, cx: x, cy: y, r, ...look })
}

function stack(board: Board, { spot, label, colour = '#1f5fa8' }: FeltChip): SVGElement {
  if (!board.byId.has(spot)) throw new RangeError(`chips: the layout has no spot ${spot}`)
  const { x, y } = chipPlace(board, spot)
  const chip = shape('g', { class: 'chip', 'data-chip': spot })
  const text = shape('text', { x, y })
  text.textContent = label
  chip.append(shape('circle', { cx: x, cy: y, r: 0.26, fill: colour }), text)
  return chip
}
