import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A part that is fetched when it is first drawn: what few open need not be there for all. */
export function lazily<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return function Lazy(props: P) {
    const [Part, setPart] = useState<FunctionComponent<P> | null>(null)
    useEffect(() => {
      void load().then((part) => setPart(() => part))
    }, [])
    return Part && <Part {...props} />
  }
}
