import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact'

/** A component that is drawn again only when what it is given is not the same. What it reads of signals it follows. */
export function memo<P extends object>(draw: (props: P) => ComponentChildren): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>
      const now = next as Record<string, unknown>
      return [...new Set([...Object.keys(before), ...Object.keys(now)])].some((name) => before[name] !== now[name])
    }
    override render(props: P) {
      return h(draw as FunctionComponent<P>, props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}
