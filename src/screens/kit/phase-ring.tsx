import './phase-ring.css'
import { useEffect, useState } from 'preact/hooks'
import { common, shortStages, stages } from '../words/common.ts'
import { type Stage, takesBets } from './stage.ts'

type PhaseRingProps = {
  stage: Stage
  /** Height of the ring in pixels. */
  size?: number
  /** Beneath the word: the round, the reason. */
  fine?: string | undefined
  /** A ring among many: a short word, counted in seconds, without announcements to screen readers. */
  isShort?: boolean
  /** When betting closes by this machine's clock, and how long it is open in all, in milliseconds; only where announced. */
  closesAt?: number | null
  lasts?: number
}

type Times = { openedAt: string | null; closesAt: string | null }

/** The time of closing and the length of betting, in the form for the ring; empty if no time was announced. */
export function timesOf({ openedAt, closesAt }: Times, localTime: (told: string) => number) {
  if (!closesAt) return {}
  return { closesAt: localTime(closesAt), lasts: openedAt ? Date.parse(closesAt) - Date.parse(openedAt) : 0 }
}

/** From this time before the end, in milliseconds, the ring says that betting closes. */
const CLOSING_MS = 5_000
/** Heard, not only seen: at these many seconds. */
const TOLD_AT = [10, 5]

/** The phase as word, colour and shape at once: none of the three is needed to tell it from the others. */
export function PhaseRing({ stage, size = 48, fine, isShort, closesAt = null, lasts = 0 }: PhaseRingProps) {
  const left = useTimeLeft(takesBets(stage) ? closesAt : null, isShort ? 1_000 : 100)
  const look = left !== null && left <= CLOSING_MS ? 'closing' : stage
  return (
    <div class="phase" data-stage={look} style={{ fontSize: `${size * 0.5}px` }}>
      <svg width={size} height={size} viewBox="-24 -24 48 48" aria-hidden="true">
        {left === null ? <Ring stage={stage} /> : <Running part={lasts > 0 ? Math.min(1, left / lasts) : 1} />}
        {left === null ? <StageSign stage={stage} /> : <SecondsLeft seconds={Math.ceil(left / 1000)} />}
      </svg>
      <span class="phase-word" role="status">
        {wordOf(stage, left, isShort)}
        {fine && <small>{fine}</small>}
      </span>
      {left !== null && !isShort && <TimeHeard seconds={Math.ceil(left / 1000)} />}
    </div>
  )
}

/** When the time is up, betting is open until no more bets is called. */
function wordOf(stage: Stage, left: number | null, isShort = false): string {
  if (isShort) return shortStages[left !== null && left <= CLOSING_MS ? 'closing' : stage]
  if (left === 0) return stages.due
  return stage === 'open' && left !== null && left <= CLOSING_MS ? stages.soon : stages[stage]
}

const SecondsLeft = ({ seconds }: { seconds: number }) => (
  <text class="phase-count" font-size="22">
    {seconds}
  </text>
)

function TimeHeard({ seconds }: { seconds: number }) {
  const told = TOLD_AT.find((at) => seconds === at || seconds === at - 1)
  return (
    <span class="only-heard" role="status">
      {told ? common.secondsToBet(told) : ''}
    </span>
  )
}

const ROUND = 2 * Math.PI * 20

const line = { r: 20, fill: 'none', stroke: 'currentColor', 'stroke-width': 4 }

/** The remaining time. */
const Running = ({ part }: { part: number }) => (
  <>
    <circle {...line} opacity="0.22" />
    <circle {...line} stroke-dasharray={`${ROUND * part} ${ROUND}`} transform="rotate(-90)" />
  </>
)

function Ring({ stage }: { stage: Stage }) {
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
  return <circle {...line} />
}

/** A sign in the ring, one for each stage. */
function StageSign({ stage }: { stage: Stage }) {
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
    case 'stopped':
      return <rect x="-7" y="-7" width="14" height="14" fill="currentColor" />
    case 'waiting':
      return <path {...line} d="M-7 0 H-6.9 M0 0 H0.1 M7 0 H7.1" />
  }
}

/** Moves in steps of this many milliseconds, so that a hundred small rings cost little. */
function useTimeLeft(until: number | null, step: number): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (until === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = until - Date.now()
      if (left <= 0) return
      timer = setTimeout(
        () => {
          tick((count) => count + 1)
          wait()
        },
        left % step || step,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [until, step])
  return until === null ? null : Math.max(0, until - Date.now())
}
