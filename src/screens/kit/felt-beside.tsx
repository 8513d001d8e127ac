import './felt.css'
import { type Signal, useComputed } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SpotId } from '../../books/rule-book.ts'
import type { Point } from '../../engine/places.ts'
import type { Board } from '../../felt/board.ts'

export type FeltCardProps = {
  root: RefObject<HTMLDivElement | null>
  svg: RefObject<SVGSVGElement | null>
  board: Board
  spot: Signal<SpotId | null> | SpotId
  content: (spot: SpotId) => ComponentChildren
}

const GAP = 20
export const EDGE = 8

export function FeltCard({ root, svg, board, spot, content }: FeltCardProps) {
  const id = useComputed(() => (typeof spot === 'string' ? spot : spot.value)).value
  const current = typeof spot === 'string' ? spot : id
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!current || !box.current || !root.current || !svg.current) return
    const { x, y } = board.byId.get(current)!
    const matrix = svg.current.getScreenCTM()!
    const outer = root.current.getBoundingClientRect()
    const room = { at: new DOMPoint(x, y).matrixTransform(matrix), cell: matrix.a / 2 }
    const { left, top } = besideSpot(room, box.current.getBoundingClientRect())
    box.current.style.left = `${left - outer.left}px`
    box.current.style.top = `${top - outer.top}px`
  }, [current, board])
  if (!current || !board.byId.has(current)) return null
  return (
    <div class="felt-card" ref={box} role="status">
      {content(current)}
    </div>
  )
}

type CardRoom = { at: Point; cell: number }
type CardPlace = { left: number; top: number }

function besideSpot({ at, cell }: CardRoom, card: DOMRect): CardPlace {
  const isRight = at.x + cell + GAP + card.width < innerWidth - EDGE
  const left = isRight ? at.x + cell + GAP : at.x - cell - GAP - card.width
  return { left: Math.max(EDGE, left), top: clamp(EDGE, at.y - card.height / 2, innerHeight - card.height - EDGE) }
}

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
