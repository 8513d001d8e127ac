import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Returns how many of a table's rows are shown, at most `most` with one for all further ones: one fewer until the table
 * fits its panel, and all again when its size or the rows change.
 */
export function useRoomForRows(rows: number, most: number) {
  const table = useRef<HTMLTableElement>(null)
  const all = rows <= most ? rows : most - 1
  // Each update is a new object, so the table is measured again even if the count stays the same.
  const [tried, setTried] = useState({ count: all })
  const shown = Math.min(tried.count, all)
  useLayoutEffect(() => {
    const { current } = table
    if (current && shown > 1 && current.offsetHeight > current.parentElement!.clientHeight)
      setTried({ count: shown - 1 })
  }, [tried, shown])
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setTried({ count: all }))
    observer.observe(table.current!.parentElement!)
    return () => observer.disconnect()
  }, [all])
  return { table, shown }
}
