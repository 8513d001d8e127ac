import { useEffect, useState } from 'preact/hooks'
import { shortStages, stages } from '../words/common.ts'
import type { Stage } from './stage.ts'

type PhaseRingProps = {
  stage: Stage
  /** Height of the ring in pixels. */
  size?: number
  /** Beneath the word: the round, the reason. */
  fine?: string | undefined
  isShort?: boolean
  /** When betting closes, and how long it is open in all, in milliseconds; only where that is known. */
  closesAt?: number | null
  lasts?: number
}

/** The phase as word, colour and shape at once: none of the three is needed to tell it from the others. */
export function PhaseRing({ stage, size = 48, fine, isShort, closesAt = null, lasts = 0 }: PhaseRingProps) {
  const left = useTimeLeft(closesAt)
  const part = left === null || lasts <= 0 ? 1 : Math.max(0, Math.min(1, left / lasts))
  return (
    <div class="phase" data-stage={stage} style={{ fontSize: `${size * 0.5}px` }}>
      <svg width={size} height={size} viewBox="-24 -24 48 48" aria-hidden="true">
        <Ring stage={stage} part={part} />
        {left === null ? (
          <Shape stage={stage} />
        ) : (
          <text class="phase-count" text-anchor="middle" dominant-baseline="central" fill="currentColor" font-size="18">
            {Math.ceil(left / 1000)}
          </text>
        )}
      </svg>
      <span class="phase-word" role="status">
        {(isShort ? shortStages : stages)[stage]}
        {fine && <small>{fine}</small>}
      </span>
    </div>
  )
}

const ROUND = 2 * Math.PI * 20

function Ring({ stage, part }: { stage: Stage; part: number }) {
  const line = { r: 20, fill: 'none', stroke: 'currentColor', 'stroke-width': 4 }
  if (stage === 'closing')
    return (
      <>
        <circle {...line} opacity="0.25" />
        <g class="phase-running">
          <circle {...line} stroke-dasharray={`${ROUND * 0.3} ${ROUND}`} stroke-linecap="round" />
        </g>
      </>
    )
  if (stage === 'void') return <circle {...line} stroke-dasharray="5 4" />
  if (stage === 'waiting') return <circle {...line} stroke-width="2" stroke-dasharray="2 6" />
  return <circle {...line} stroke-dasharray={`${ROUND * part} ${ROUND}`} transform="rotate(-90)" />
}

/** A sign in the ring, one for each stage. */
function Shape({ stage }: { stage: Stage }) {
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 3,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  } as const
  switch (stage) {
    case 'open':
      return <path {...line} d="M0 -9 V9 M-9 0 H9" />
    case 'closing':
      return <circle cx="0" cy="0" r="6" fill="currentColor" />
    case 'closed':
      return (
        <>
          <path {...line} d="M-5 -1 V-5 A5 5 0 0 1 5 -5 V-1" />
          <rect x="-8" y="-1" width="16" height="11" rx="2" fill="currentColor" />
        </>
      )
    case 'result':
      return <path d="M0 -10 L10 0 L0 10 L-10 0 Z" fill="currentColor" />
    case 'settled':
      return <path {...line} d="M-8 0 L-2 6 L8 -6" />
    case 'void':
      return <path {...line} d="M-7 -7 L7 7 M7 -7 L-7 7" />
    case 'referred':
      return <path {...line} d="M-4 -5 A4.5 4.5 0 1 1 0 1 V3 M0 8.5 V8.6" />
    case 'power-out':
      return <path d="M2 -11 L-7 2 H-1 L-2 11 L7 -2 H1 Z" fill="currentColor" />
    case 'waiting':
      return <path {...line} d="M-7 0 H-6.9 M0 0 H0.1 M7 0 H7.1" />
  }
}

function useTimeLeft(until: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return setLeft(null)
    const tell = () => setLeft(Math.max(0, until - Date.now()))
    tell()
    const timer = setInterval(tell, 200)
    return () => clearInterval(timer)
  }, [until])
  return left
}
