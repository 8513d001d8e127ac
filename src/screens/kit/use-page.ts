import { useEffect, useState } from 'preact/hooks'

/** Returns the present time, in milliseconds since 1970, and renders the component again at intervals. */
export function useNow(every: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), every)
    return () => clearInterval(timer)
  }, [every])
  return Date.now()
}

/** Listens to the window while the part is drawn. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listen: (event: WindowEventMap[Type]) => void,
): void {
  // Each drawing brings a listener that knows its own values.
  useEffect(() => {
    addEventListener(type, listen)
    return () => removeEventListener(type, listen)
  })
}
