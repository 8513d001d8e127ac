import { type Signal, signal } from '@preact/signals'

/** What the browser tells of the person and the screen, followed while the page is open. */
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

/** A phone held upright. */
export const isNarrow = media('(max-width: 700px)')
