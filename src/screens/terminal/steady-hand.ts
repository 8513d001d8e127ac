import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { HAND_MS } from '../kit/felt-pointing.ts'

/** Targets of a press at a terminal. Layout and racetrack read the place of a press themselves. */
const LAYOUT = '.felt.takes-bets svg[role=group]'
const TRACK = '.bet-track .track > svg'
const PRESSED = ['button', 'a', 'label', LAYOUT, TRACK].join()

/** A dialog is opened by a press, and covers what a hand might have meant. */
const isOfTable = (one: Element): boolean => !one.closest('dialog')

/** Places of all that can be pressed, as they are on the screen. */
type Lay = ReadonlyMap<Element, DOMRect>

/** The distance that a finger rolls during a press, in pixels. */
const ROLL = 12

/**
 * Gives each press to the control that was seen where the finger went down. Within `HAND_MS` of a change that is the one
 * that lay there before: a hand may still be on its way to it. Controls that have moved or appeared take no press meanwhile.
 */
export function useSteadyHand(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = root.current
    if (!table) return
    const memory = followControls(table)
    const hand = guardPresses(table, memory.before)
    return () => {
      memory.stop()
      hand.stop()
    }
  }, [])
}

/** Remembers where controls were until they moved, and marks those that did. */
function followControls(table: HTMLElement) {
  let lay = layOf(table)
  let before: Lay | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    before = null
    table.removeAttribute('data-new-scene')
    for (const one of table.querySelectorAll('[data-new]')) one.removeAttribute('data-new')
  }
  const look = () => {
    const now = layOf(table)
    const moved = [...now].flatMap(([one, box]) => (isAt(lay.get(one), box) ? [] : [one]))
    const isGone = [...lay.keys()].some((one) => !now.has(one))
    if (moved.length > 0 || isGone) {
      before ??= lay
      table.setAttribute('data-new-scene', '')
      for (const one of moved) if (!one.matches(LAYOUT)) one.setAttribute('data-new', '')
      clearTimeout(timer)
      timer = setTimeout(settle, HAND_MS)
    }
    lay = now
  }
  const resized = new ResizeObserver(look)
  for (const part of table.children) resized.observe(part)
  const changed = new MutationObserver(look)
  changed.observe(table, { childList: true, subtree: true, attributeFilter: ['data-scene'] })
  const stop = () => {
    resized.disconnect()
    changed.disconnect()
    clearTimeout(timer)
  }
  return { before: () => before, stop }
}

/** Each press goes to what was seen when it began. */
function guardPresses(table: HTMLElement, before: () => Lay | null) {
  let press: { meant: Element | null; x: number; y: number } | null = null
  const down = (event: PointerEvent) => {
    if (!event.isTrusted) return
    const at = event.target as Element
    press = null
    if (!isOfTable(at)) return
    const [there, seen] = [at.closest(PRESSED), before()]
    const meant = seen ? controlAt(seen, event) : there
    press = { meant, x: event.clientX, y: event.clientY }
    if (meant === there) return
    event.stopPropagation()
    if (meant?.matches(LAYOUT)) passOn('pointerdown', meant, event)
  }
  const release = (event: MouseEvent) => {
    const began = press
    // A key's click has no place.
    if (!event.isTrusted || !began || event.detail === 0) return
    press = null
    const there = (event.target as Element).closest(PRESSED)
    const hasSlid = Math.hypot(event.clientX - began.x, event.clientY - began.y) > ROLL
    if (there === began.meant || hasSlid) return
    event.stopPropagation()
    event.preventDefault()
    if (event.type === 'click') passOn('click', began.meant, event)
  }
  table.addEventListener('pointerdown', down, true)
  table.addEventListener('click', release, true)
  table.addEventListener('contextmenu', release, true)
  const stop = () => {
    table.removeEventListener('pointerdown', down, true)
    table.removeEventListener('click', release, true)
    table.removeEventListener('contextmenu', release, true)
  }
  return { stop }
}

/** Gives the layout a press at its place. A button is pressed as a whole, and one that is gone takes no press. */
function passOn(type: 'pointerdown' | 'click', meant: Element | null, { clientX, clientY }: MouseEvent): void {
  if (!meant?.isConnected || meant.matches(TRACK)) return
  if (meant instanceof HTMLElement) return meant.click()
  meant.dispatchEvent(
    new PointerEvent(type, { bubbles: true, clientX, clientY, detail: 1, isPrimary: true, pointerType: 'mouse' }),
  )
}

function layOf(table: HTMLElement): Lay {
  const wheel = table.querySelector('.terminal-wheel')
  const stage = wheel?.getBoundingClientRect()
  const lay = new Map<Element, DOMRect>()
  for (const one of table.querySelectorAll(PRESSED)) {
    if (!isOfTable(one) || !one.checkVisibility({ visibilityProperty: true })) continue
    // A layout that is enlarged is seen as far as its frame.
    const box = (one.matches(LAYOUT) ? one.closest('.felt-scroll')! : one).getBoundingClientRect()
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    // On stage the wheel covers what is below it on a phone and on a tablet held upright.
    if (stage && isWithin(stage, x, y) && document.elementFromPoint(x, y)?.closest('.terminal-wheel')) continue
    lay.set(one, box)
  }
  return lay
}

const isAt = (was: DOMRect | undefined, { left, top, width, height }: DOMRect): boolean =>
  was !== undefined &&
  [was.left - left, was.top - top, was.width - width, was.height - height].every((change) => Math.abs(change) < 1)

const isWithin = ({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom

/** The smallest of those that lay there: a control over the layout was seen before the layout. */
function controlAt(lay: Lay, { clientX, clientY }: MouseEvent): Element | null {
  const those = [...lay].filter(([, box]) => isWithin(box, clientX, clientY))
  return those.toSorted(([, a], [, b]) => a.width * a.height - b.width * b.height)[0]?.[0] ?? null
}
