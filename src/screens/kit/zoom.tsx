import './felt.css'
import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { common } from '../words/common.ts'
import { Button } from './controls.tsx'
import { MinusIcon, PlusIcon } from './icons.tsx'

/** How large the layout is drawn: 1 is all of it. */
const MOST = 2.5
const STEP = 1.25
const clampZoom = (times: number): number => Math.min(MOST, Math.max(1, times))

/** A point of the layout, in parts of it, and where on the screen it is held. */
type Held = { part: { x: number; y: number }; at: { x: number; y: number } }

/** Follows two fingers, and keeps the point between them (or the middle) in place. */
export function useZoom(scroll: RefObject<HTMLElement | null>, zoom: Signal<number> | undefined): number {
  const times = zoom?.value ?? 1
  const before = useRef(times)
  const held = useRef<Held | null>(null)
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box || before.current === times) return
    keepIn(box, held.current ?? { part: { x: 0.5, y: 0.5 }, at: middleOf(box) })
    before.current = times
  }, [times])
  useEffect(() => {
    const box = scroll.current
    return box && zoom ? followPinch(box, zoom, held) : undefined
  }, [zoom])
  return times
}

function middleOf(box: Element): Held['at'] {
  const { left, top, width, height } = box.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function keepIn(box: HTMLElement, { part, at }: Held): void {
  const { left, top, width, height } = box.firstElementChild!.getBoundingClientRect()
  box.scrollBy(left + part.x * width - at.x, top + part.y * height - at.y)
}

function followPinch(box: HTMLElement, zoom: Signal<number>, held: { current: Held | null }): () => void {
  let from: { apart: number; times: number } | null = null
  const apart = ([a, b]: TouchList) => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)
  const between = ([a, b]: TouchList) => ({ x: (a!.clientX + b!.clientX) / 2, y: (a!.clientY + b!.clientY) / 2 })
  const start = ({ touches }: TouchEvent) => {
    if (touches.length !== 2) return end()
    const { left, top, width, height } = box.firstElementChild!.getBoundingClientRect()
    const at = between(touches)
    from = { apart: apart(touches), times: zoom.peek() }
    held.current = { at, part: { x: (at.x - left) / width, y: (at.y - top) / height } }
  }
  const move = (event: TouchEvent) => {
    const { touches } = event
    if (!from || !held.current || touches.length !== 2) return
    // Else the browser would pan meanwhile.
    event.preventDefault()
    // Two fingers also move it; one finger always points.
    held.current.at = between(touches)
    keepIn(box, held.current)
    zoom.value = clampZoom((from.times * apart(touches)) / from.apart)
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
    zoom.value = clampZoom(times * factor)
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
