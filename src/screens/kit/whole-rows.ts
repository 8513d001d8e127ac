import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps a list from ending in the middle of a row: where it is too long, its frame ends with the last row that is whole. Its
 * style sheet lets it scroll by rows.
 */
export function useWholeRows<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null)
  const endAtRow = () => {
    const list = frame.current
    if (!list) return
    list.style.maxHeight = ''
    const { top, bottom } = list.getBoundingClientRect()
    const ends = [...list.children].map((row) => row.getBoundingClientRect().bottom + list.scrollTop)
    const last = ends.findLast((end) => end <= bottom + 1)
    if (last !== undefined && last !== ends.at(-1)) list.style.maxHeight = `${last - top}px`
  }
  useLayoutEffect(() => {
    endAtRow()
    const panel = frame.current?.parentElement
    if (!panel) return
    const observer = new ResizeObserver(endAtRow)
    observer.observe(panel)
    return () => observer.disconnect()
  })
  return frame
}
