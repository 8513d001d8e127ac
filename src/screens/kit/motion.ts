import { type Signal, signal } from '@preact/signals'

/** The browser's facts about person and screen, followed while the page is open. */
function media(query: string): Signal<boolean> {
  const told = globalThis.matchMedia?.(query)
  const is = signal(told?.matches ?? false)
  told?.addEventListener('change', () => {
    is.value = told.matches
  })
  return is
}

/** Whether people asked for less motion. */
export const isStill = media('(prefers-reduced-motion: reduce)')

/** A phone or a tablet held upright. */
export const isUpright = media('(max-width: 1000px) and (orientation: portrait)')

/** Fingers may be what points. */
export const isTouched = media('(any-pointer: coarse)')
