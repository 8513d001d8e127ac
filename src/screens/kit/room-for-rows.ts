import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Returns how many rows of a table its panel has room for: one fewer until they fit, all again when its size changes. */
export function useRoomForRows(most: number) {
  const table = useRef<HTMLTableElement>(null)
  const [room, setRoom] = useState(most)
  useLayoutEffect(() => {
    const { current } = table
    if (current && room > 1 && current.offsetHeight > current.parentElement!.clientHeight) setRoom(room - 1)
  })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setRoom(most))
    observer.observe(table.current!.parentElement!)
    return () => observer.disconnect()
  }, [most])
  return { table, room }
}
