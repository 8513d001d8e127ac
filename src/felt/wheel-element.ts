import type { Book } from '../books/rule-book.ts'
import { bookOf } from './named-book.ts'
import { angleOf, wheelSvg } from './wheel-svg.ts'

const sheet = `:host { display: block } svg { width: 100%; height: auto } .rotor { transition: transform 4s cubic-bezier(0.1, 0.7, 0.1, 1) }
@media (prefers-reduced-motion: reduce) { .rotor { transition: none } }`

/**
 * Makes the class of `<croupier-wheel book="ID" outcome="POCKET">`. A new outcome turns the wheel until that pocket is at the
 * top with the ball in it, and sends the event `rest` when it stands.
 */
export function wheelElement(books: readonly Book[]): CustomElementConstructor {
  return class CroupierWheel extends HTMLElement {
    static readonly observedAttributes = ['book', 'outcome']
    readonly #root = this.attachShadow({ mode: 'open' })
    #turn = 0

    connectedCallback(): void {
      this.#draw()
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#draw()
    }

    #draw(): void {
      const book = bookOf(books, this)
      const pocket = this.getAttribute('outcome')
      const style = document.createElement('style')
      style.textContent = sheet
      const drawing = new DOMParser().parseFromString(wheelSvg(book, pocket), 'image/svg+xml').documentElement
      const svg = document.importNode(drawing, true)
      this.#root.replaceChildren(style, svg)
      this.setAttribute('aria-label', svg.querySelector('title')!.textContent!)
      if (pocket !== null) this.#rest(svg.querySelector<SVGGElement>('.rotor')!, angleOf(book, pocket))
    }

    /** Two turns and what is left to the pocket, from where the wheel stood. */
    #rest(rotor: SVGGElement, angle: number): void {
      const before = this.#turn
      this.#turn = before - (before % 360) - 720 - angle
      rotor.style.transform = `rotate(${before}deg)`
      rotor.getBoundingClientRect()
      const rested = () => this.dispatchEvent(new CustomEvent('rest', { bubbles: true, composed: true }))
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      if (!still) rotor.addEventListener('transitionend', rested, { once: true })
      rotor.style.transform = `rotate(${this.#turn}deg)`
      if (still) queueMicrotask(rested)
    }
  }
}
