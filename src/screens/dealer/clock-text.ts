import { useEffect, useRef, useState } from 'preact/hooks'

/** Seconds since `what` changed: by what the service told of it, else since this screen saw it. */
export function useSecondsSince(what: string, told: number | null): number {
  const seen = useRef({ what, at: Date.now() })
  if (seen.current.what !== what) seen.current = { what, at: Date.now() }
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((Date.now() - (told ?? seen.current.at)) / 1000))
}

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
