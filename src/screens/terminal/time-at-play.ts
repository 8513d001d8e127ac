import { useEffect, useState } from 'preact/hooks'
import { HOUR, MINUTE } from '../../house/time.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { myTerminal } from '../kit/api.ts'
import { houseSign } from '../kit/house-sign.ts'
import { useNow } from '../kit/use-page.ts'
import { keep, readKeptJson } from '../storage.ts'
import type { Seat } from './seat.ts'

/**
 * The beginning of play at this terminal, the number of reminders shown, and won less lost by the meters at the beginning
 * (null: not known yet).
 */
type Play = { since: number; reminded: number; base: number | null }

/** Hours, minutes and seconds: 1:02:03. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor((seconds * 1_000) / HOUR)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Which reminder is due: the first after one stretch, the second after two. 0: none. */
const reminderDue = (minutes: number, every: number): number => (every === 0 ? 0 : Math.floor(minutes / every))

/** Play begins with the first credits and ends when nothing is left. The next player starts again. */
function playAfter(before: Play | null, hasFunds: boolean, now: number): Play | null {
  if (!hasFunds) return null
  return before ?? { since: now, reminded: 0, base: null }
}

type TimeAtPlay = { minutes: number; since: number | null; net: number | null; isReminded: boolean; playOn: () => void }

/** The playing time and the net position at this terminal; a reload does not reset them. */
export function useTimeAtPlay(view: TerminalView, seat: Seat): TimeAtPlay {
  const { funds } = view
  const key = `play.${seat.terminal}`
  const [play, setPlay] = useState(() => readKeptJson<Play>(key))
  const now = useNow(MINUTE / 4)
  const hasFunds = funds.balance > 0 || funds.staked > 0
  const set = (next: Play | null) => {
    keep(key, next && JSON.stringify(next))
    setPlay(next)
  }
  useEffect(() => {
    const next = playAfter(play, hasFunds, Date.now())
    if (next !== play) set(next)
  }, [hasFunds, play])
  const result = useResult(view, seat)
  useEffect(() => {
    if (play && play.base == null && result !== null) set({ ...play, base: result })
  }, [play, result])
  const minutes = play ? Math.max(0, Math.floor((now - play.since) / MINUTE)) : 0
  const due = reminderDue(minutes, houseSign.value.reminderMinutes)
  return {
    minutes,
    since: play?.since ?? null,
    net: play?.base == null || result === null ? null : result - play.base,
    isReminded: play !== null && due > play.reminded,
    playOn: () => play && set({ ...play, reminded: due }),
  }
}

/** Won less lost at this terminal in all its time, by its meters: asked for again whenever a round or a decision changes it. */
function useResult({ last, awards }: TerminalView, { token }: Seat): number | null {
  const [result, setResult] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    void myTerminal(token).then((reply) => {
      if (!reply.ok || !isCurrent) return
      const { won, lost, adjusted, awarded } = reply.body.meters
      setResult(won - lost + adjusted + awarded)
    })
    return () => {
      isCurrent = false
    }
  }, [token, last?.round, last?.void, last?.net, last?.adjusted, awards.length])
  return result
}
