import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact'
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

/** A component that is drawn again only when its properties or the signals that it reads change. */
export function memo<P extends object>(draw: (props: P) => ComponentChildren): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return differ(this.props, next)
    }
    override render(props: P) {
      return h(draw as FunctionComponent<P>, props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}

/** Whether two objects differ in any of their own fields. */
export function differ(before: object, now: object): boolean {
  const [a, b] = [before as Record<string, unknown>, now as Record<string, unknown>]
  for (const name in a) if (a[name] !== b[name]) return true
  for (const name in b) if (!(name in a)) return true
  return false
}
