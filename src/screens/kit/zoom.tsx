import './zoom.css'
import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { common } from '../words/common.ts'
import { Button } from './controls.tsx'
import { MinusIcon, PlusIcon } from './icons.tsx'

/** How large the layout is drawn: 1 is as much as a finger needs, or what fits if that is more. */
const MOST = 2.5
const STEP = 1.25
const within = (times: number): number => Math.min(MOST, Math.max(1, times))

type Point = { x: number; y: number }

/** Follows two fingers, and keeps what lies between them (or in the middle) where it is. */
export function useZoom(scroll: RefObject<HTMLElement | null>, zoom: Signal<number> | undefined): number {
  const times = zoom?.value ?? 1
  const before = useRef(times)
  const held = useRef<Point | null>(null)
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box || before.current === times) return
    const { x, y } = held.current ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 }
    const grown = times / before.current
    box.scrollTo((box.scrollLeft + x) * grown - x, (box.scrollTop + y) * grown - y)
    before.current = times
  }, [times])
  useEffect(() => {
    const box = scroll.current
    return box && zoom ? followPinch(box, zoom, held) : undefined
  }, [zoom])
  return times
}

function followPinch(box: HTMLElement, zoom: Signal<number>, held: { current: Point | null }): () => void {
  let from: { apart: number; times: number } | null = null
  const apart = ([a, b]: TouchList) => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)
  const start = ({ touches }: TouchEvent) => {
    from = touches.length === 2 ? { apart: apart(touches), times: zoom.peek() } : null
  }
  const move = (event: TouchEvent) => {
    const { touches } = event
    if (!from || touches.length !== 2) return
    // Else the browser would pan meanwhile.
    event.preventDefault()
    const { left, top } = box.getBoundingClientRect()
    const [a, b] = touches
    held.current = { x: (a!.clientX + b!.clientX) / 2 - left, y: (a!.clientY + b!.clientY) / 2 - top }
    zoom.value = within((from.times * apart(touches)) / from.apart)
  }
  const end = () => {
    from = null
    held.current = null
  }
  const heard = { touchstart: start, touchmove: move, touchend: end, touchcancel: end }
  for (const [name, hear] of Object.entries(heard))
    box.addEventListener(name, hear as EventListener, { passive: false })
  return () => {
    for (const [name, hear] of Object.entries(heard)) box.removeEventListener(name, hear as EventListener)
  }
}

/** For those who have one finger, or none to spare. */
export function ZoomButtons({ zoom }: { zoom: Signal<number> }) {
  const times = zoom.value
  const by = (factor: number) => () => {
    zoom.value = within(times * factor)
  }
  return (
    <div class="zoom">
      <Button look="quiet" isIcon label={common.zoomOut} disabled={times <= 1} onPress={by(1 / STEP)}>
        <MinusIcon />
      </Button>
      <Button look="quiet" isIcon label={common.zoomIn} disabled={times >= MOST} onPress={by(STEP)}>
        <PlusIcon />
      </Button>
    </div>
  )
}
