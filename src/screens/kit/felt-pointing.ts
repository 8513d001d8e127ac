import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { SpotId } from '../../books/rule-book.ts'
import type { Spot, spotsOf } from '../../engine/spots.ts'
import { type Board, type StepDirection, spotAt, stepFrom } from '../../felt/board.ts'

/** A chip down (click, touch, Enter) or back (right button, a long rest of the finger, Delete). */
export type OnSpot = (spot: Spot, action: 'place' | 'remove') => void

/**
 * The time after which a resting finger opens the magnifier; after this much more on its own chips, it takes one back.
 */
const REST_MS = 120
const LONG_PRESS_MS = 900

const keys: Readonly<Record<string, StepDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A hand that is on its way cannot be called back sooner: it goes to what was seen when it set out. */
export const HAND_MS = 300

/**
 * Keeps the former place of a layout that has just changed its size. A press within that time is read there: the chip lies
 * on the spot that the player aimed at.
 */
export function useFormerPlace(svg: RefObject<SVGSVGElement | null>, touch: TouchState): void {
  useEffect(() => {
    const felt = svg.current?.closest<HTMLElement>('.felt')
    if (!svg.current || !felt) return
    let lay: DOMMatrix | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      touch.before = null
      delete felt.dataset.moved
    }
    const observer = new ResizeObserver(() => {
      const now = svg.current?.getScreenCTM()?.inverse() ?? null
      if (lay && touch.before === null) {
        touch.before = lay
        felt.dataset.moved = ''
      }
      lay = now
      clearTimeout(timer)
      timer = setTimeout(rest, HAND_MS)
    })
    observer.observe(svg.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
}

/** The place on the screen where a finger rests: the magnifier opens there. */
export type Finger = { x: number; y: number }

/** A finger or a mouse on the layout, however often that is drawn meanwhile. */
export type TouchState = {
  /** The place of the layout when the press began; null between presses. A press means the spot that was seen then. */
  seen: DOMMatrix | null
  /** The former place of the layout after a move, as long as a hand may still be moving towards it. */
  before: DOMMatrix | null
  /** The finger is down, is the only one, and has not taken a chip back. */
  isPointing: boolean
  wasLong: boolean
  rests?: ReturnType<typeof setTimeout>
  pressed?: ReturnType<typeof setTimeout>
  lingers?: ReturnType<typeof setTimeout>
}

/** The spot under a finger stays named a while longer, because the finger hides it and is gone at once. */
const LINGER_MS = 2_500

export type Pointing = {
  board: Board
  spots: ReturnType<typeof spotsOf>
  pointed: Signal<SpotId | null>
  finger: Signal<Finger | null>
  svg: RefObject<SVGSVGElement | null>
  touch: TouchState
  /** Bets are taken: what a pointer is over is lit. */
  isOpen: boolean
  onSpot: OnSpot | undefined
}

type Hand = ReturnType<typeof handOn>

/** The nearest spot counts, so that lines and crossings are as easy to hit as numbers. */
export function pointing(at: Pointing) {
  const hand = handOn(at)
  return { ...mouseOn(at, hand), ...fingerOn(at, hand), ...keysOn(at, hand) }
}

/** The result of pointing, by mouse, finger or keyboard. */
function handOn({ board, spots, pointed, svg, touch, isOpen, onSpot }: Pointing) {
  const layoutNow = (): DOMMatrix => svg.current!.getScreenCTM()!.inverse()
  const under = ({ clientX, clientY }: MouseEvent): SpotId | null =>
    spotAt(board, new DOMPoint(clientX, clientY).matrixTransform(touch.seen ?? layoutNow()))
  const press = () => {
    touch.seen = touch.before ?? layoutNow()
  }
  const act = (id: SpotId | null, action: 'place' | 'remove') => {
    touch.seen = null
    if (id !== null) onSpot?.(spots.byId.get(id)!, action)
  }
  const point = (id: SpotId | null) => {
    clearTimeout(touch.lingers)
    pointed.value = id
  }
  const hover = (event: PointerEvent) => {
    if (event.buttons === 0) touch.seen = null
    point(isOpen ? under(event) : null)
  }
  return { under, press, act, point, hover }
}

function mouseOn({ touch, onSpot }: Pointing, { under, act, point, hover }: Hand) {
  return {
    onClick: (event: MouseEvent) => {
      // A finger acts when it is lifted.
      if ((event as PointerEvent).pointerType === 'touch' && event.detail > 0) return
      // A click without a place is a screen reader's, or a key's: it is on the button itself.
      const named = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot') ?? null
      act(event.detail === 0 ? named : under(event), 'place')
    },
    onContextMenu: (event: MouseEvent) => {
      if (!onSpot) return
      event.preventDefault()
      // Some browsers send this event for a resting finger too: here that takes a chip back.
      if (!touch.isPointing && !touch.wasLong) act(under(event), 'remove')
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point(null)
    },
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') hover(event)
    },
  }
}

/** A finger points while it is down: it may slide to the next spot, places when it is lifted, and off the layout does nothing. */
function fingerOn({ pointed, finger, touch }: Pointing, { under, press, act, point, hover }: Hand) {
  const stop = () => {
    clearTimeout(touch.rests)
    clearTimeout(touch.pressed)
    touch.isPointing = false
    finger.value = null
  }
  const waitLong = () => {
    clearTimeout(touch.pressed)
    touch.pressed = setTimeout(() => {
      const at = pointed.peek()
      stop()
      touch.wasLong = true
      act(at, 'remove')
    }, LONG_PRESS_MS)
  }
  const moveTo = (event: PointerEvent) => {
    const now = under(event)
    if (now !== pointed.peek()) waitLong()
    point(now)
    if (finger.peek()) finger.value = { x: event.clientX, y: event.clientY }
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      // A second finger means the layout, not a spot.
      if (!event.isPrimary) return stop()
      touch.wasLong = false
      press()
      if (event.pointerType !== 'touch') return
      stop()
      touch.isPointing = true
      point(under(event))
      const rest = { x: event.clientX, y: event.clientY }
      touch.rests = setTimeout(() => {
        finger.value = rest
      }, REST_MS)
      waitLong()
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'touch') return touch.isPointing && moveTo(event)
      hover(event)
    },
    onPointerUp: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return stop()
      const at = touch.isPointing ? under(event) : null
      stop()
      act(at, 'place')
      touch.lingers = setTimeout(() => point(null), pointed.peek() === null ? 0 : LINGER_MS)
    },
    onPointerCancel: () => {
      stop()
      point(null)
    },
  }
}

function keysOn({ board, pointed, svg }: Pointing, { act, point }: Hand) {
  const focus = (id: SpotId) => svg.current?.querySelector<SVGElement>(`[data-spot="${CSS.escape(id)}"]`)?.focus()
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const at = (event.target as Element).getAttribute('data-spot')
      if (at === null || event.ctrlKey || event.metaKey || event.altKey) return
      const direction = keys[event.key]
      if (direction) focus(stepFrom(board, at, direction))
      else if (event.key === 'Enter' || event.key === ' ') act(at, 'place')
      else if (event.key === 'Delete' || event.key === 'Backspace') act(at, 'remove')
      else return
      event.preventDefault()
    },
    onFocusIn: (event: FocusEvent) => {
      const at = (event.target as Element).getAttribute('data-spot')
      if (at !== null && (event.target as Element).matches(':focus-visible')) point(at)
    },
    onFocusOut: (event: FocusEvent) => {
      if (pointed.value === (event.target as Element).getAttribute('data-spot')) point(null)
    },
  }
}
