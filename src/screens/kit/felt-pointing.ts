import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { SpotId } from '../../books/rule-book.ts'
import type { Spot, spotsOf } from '../../engine/spots.ts'
import { type Board, type Direction, spotAt, stepFrom } from './board.ts'

/** A chip down (click, Enter) or back (right button, long press, Delete). */
export type OnSpot = (spot: Spot, action: 'place' | 'remove') => void

const LONG_PRESS_MS = 550

const keys: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A finger on the layout, however often that is drawn meanwhile. */
export type Touch = {
  wasLong: boolean
  pressed?: ReturnType<typeof setTimeout>
  lingers?: ReturnType<typeof setTimeout>
}

/** What a finger pointed at is told a while longer: a finger hides what it points at, and is gone at once. */
const LINGER_MS = 2_500

/** By nearness, so that lines and crossings are as easy to hit as numbers. */
export function pointing(
  board: Board,
  spots: ReturnType<typeof spotsOf>,
  pointed: Signal<SpotId | null>,
  svg: RefObject<SVGSVGElement | null>,
  touch: Touch,
  onSpot: OnSpot | undefined,
) {
  const under = (event: { clientX: number; clientY: number }): SpotId | null => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current!.getScreenCTM()!.inverse())
    return spotAt(board, at)
  }
  const act = (id: SpotId | null, action: 'place' | 'remove') => id !== null && onSpot?.(spots.byId.get(id)!, action)
  const focus = (id: SpotId) => svg.current?.querySelector<SVGElement>(`[data-spot="${CSS.escape(id)}"]`)?.focus()
  const letGo = () => clearTimeout(touch.pressed)
  const point = (id: SpotId | null) => {
    clearTimeout(touch.lingers)
    pointed.value = id
  }
  return {
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point(under(event))
    },
    onPointerLeave: (event: PointerEvent) => {
      letGo()
      if (event.pointerType !== 'touch') return point(null)
      clearTimeout(touch.lingers)
      touch.lingers = setTimeout(() => point(null), LINGER_MS)
    },
    onPointerDown: (event: PointerEvent) => {
      // A second finger means the layout, not a spot.
      if (!event.isPrimary) return letGo()
      touch.wasLong = false
      if (event.pointerType !== 'touch') return
      const at = under(event)
      point(at)
      letGo()
      touch.pressed = setTimeout(() => {
        touch.wasLong = true
        act(at, 'remove')
      }, LONG_PRESS_MS)
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onClick: (event: MouseEvent) => {
      if (touch.wasLong && event.detail > 0) return
      // A click without a place is a screen reader's, or a key's: it is on the button itself.
      const named = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot') ?? null
      act(event.detail === 0 ? named : under(event), 'place')
    },
    onContextMenu: (event: MouseEvent) => {
      if (!onSpot) return
      event.preventDefault()
      // Some browsers call a long press that too: it takes back one chip, not two.
      letGo()
      if (!touch.wasLong) act(under(event), 'remove')
      touch.wasLong = true
    },
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
