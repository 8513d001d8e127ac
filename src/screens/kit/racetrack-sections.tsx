import './racetrack.css'
import type { Signal } from '@preact/signals'
import type { SectionShape } from './racetrack-shape.ts'

export type TrackSection = SectionShape & { name: string; label: string }
export type TrackSections = {
  list: readonly TrackSection[]
  /** The bet that is pointed at, here or elsewhere. */
  pointed: Signal<string | null>
  onPoint: (bet: string | null) => void
  onSection: (bet: string) => void
}

/** What is bet on many numbers at once lies inside the track, along those numbers. */
export function Sections({ list, pointed, onPoint, onSection }: TrackSections) {
  const hover = (bet: string | null) => (event: PointerEvent) => event.pointerType !== 'touch' && onPoint(bet)
  const press = (bet: string) => (event: MouseEvent) =>
    (event as PointerEvent).pointerType !== 'touch' && onSection(bet)
  const keyed = (bet: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSection(bet)
  }
  return (
    <>
      {list.map(({ bet, path, middle, room, name, label }) => (
        <g
          key={bet}
          class={`track-section${pointed.value === bet ? ' is-pointed' : ''}`}
          data-bet={bet}
          role="button"
          tabindex={0}
          aria-label={label}
          onClick={press(bet)}
          onKeyDown={keyed(bet)}
          onPointerEnter={hover(bet)}
          onPointerLeave={hover(null)}
          onFocus={() => onPoint(bet)}
          onBlur={() => onPoint(null)}
        >
          <path d={path} />
          <Name name={name} room={room} {...middle} />
        </g>
      ))}
    </>
  )
}

const FONT = 13
/** How wide a letter is, in parts of its height. */
const LETTER = 0.6

/** In one line where there is room, else a word in each. */
function Name({ name, room, x, y }: { name: string; room: number; x: number; y: number }) {
  const lines = name.length * LETTER * FONT <= room ? [name] : name.split(' ')
  return (
    <text font-size={FONT}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} y={y + (index - (lines.length - 1) / 2) * FONT * 1.2}>
          {line}
        </tspan>
      ))}
    </text>
  )
}
