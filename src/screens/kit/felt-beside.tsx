import './felt.css'
import { type Signal, useComputed } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SpotId } from '../../books/rule-book.ts'
import type { Point } from '../../engine/places.ts'
import type { Board } from './board.ts'

export type FeltCardProps = {
  root: RefObject<HTMLDivElement | null>
  svg: RefObject<SVGSVGElement | null>
  board: Board
  spot: Signal<SpotId | null> | SpotId
  content: (spot: SpotId) => ComponentChildren
  isAtEdge?: boolean
}

const GAP = 20
export const EDGE = 8

export function FeltCard({ root, svg, board, spot, content, isAtEdge = false }: FeltCardProps) {
  const id = useComputed(() => (typeof spot === 'string' ? spot : spot.value)).value
  const current = typeof spot === 'string' ? spot : id
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!current || !box.current || !root.current || !svg.current) return
    const { x, y } = board.byId.get(current)!
    const matrix = svg.current.getScreenCTM()!
    const [outer, field] = [root.current.getBoundingClientRect(), svg.current.getBoundingClientRect()]
    const room = { at: new DOMPoint(x, y).matrixTransform(matrix), cell: matrix.a / 2, outer, field }
    const { left, top } = (isAtEdge ? alongEdge : besideSpot)(room, box.current.getBoundingClientRect())
    box.current.style.left = `${left - outer.left}px`
    box.current.style.top = `${top - outer.top}px`
  }, [current, board])
  if (!current || !board.byId.has(current)) return null
  return (
    <div class={`felt-card${isAtEdge ? ' is-at-edge' : ''}`} ref={box} role="status">
      {content(current)}
    </div>
  )
}

type CardRoom = { at: Point; cell: number; outer: DOMRect; field: DOMRect }
type CardPlace = { left: number; top: number }

function besideSpot({ at, cell }: CardRoom, card: DOMRect): CardPlace {
  const isRight = at.x + cell + GAP + card.width < innerWidth - EDGE
  const left = isRight ? at.x + cell + GAP : at.x - cell - GAP - card.width
  return { left: Math.max(EDGE, left), top: clamp(EDGE, at.y - card.height / 2, innerHeight - card.height - EDGE) }
}

/** Above the layout where there is room; else at the edge that is farther from the spot. */
function alongEdge({ at, outer, field }: CardRoom, card: DOMRect): CardPlace {
  const isAbove = field.top - outer.top >= card.height + EDGE || at.y > outer.top + outer.height / 2
  return {
    left: clamp(outer.left + EDGE, at.x - card.width / 2, outer.right - card.width - EDGE),
    top: isAbove ? outer.top + EDGE : outer.bottom - card.height - EDGE,
  }
}

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
