import { useEffect, useState } from 'preact/hooks'
import { MINUTE } from '../../house/time.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { houseSign } from '../kit/house-sign.ts'
import { useNow } from '../kit/use-page.ts'
import { keep, readKeptJson } from '../storage.ts'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

/** The beginning of play at this terminal, and the number of reminders shown. */
type Play = { since: number; reminded: number }

export const timeText = (minutes: number): string => service.hours(Math.floor(minutes / 60), minutes % 60)

/** Which reminder is due: the first after one stretch, the second after two. 0: none. */
const reminderDue = (minutes: number, every: number): number => (every === 0 ? 0 : Math.floor(minutes / every))

/** Play begins with the first credits and ends when nothing is left. The next player starts again. */
function playAfter(before: Play | null, hasFunds: boolean, now: number): Play | null {
  if (!hasFunds) return null
  return before ?? { since: now, reminded: 0 }
}

type TimeAtPlay = { minutes: number; isReminded: boolean; playOn: () => void }

/** The playing time at this terminal; a reload does not reset it. */
export function useTimeAtPlay({ funds }: TerminalView, { terminal }: Seat): TimeAtPlay {
  const key = `play.${terminal}`
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
  const minutes = play ? Math.max(0, Math.floor((now - play.since) / MINUTE)) : 0
  const due = reminderDue(minutes, houseSign.value.reminderMinutes)
  return {
    minutes,
    isReminded: play !== null && due > play.reminded,
    playOn: () => play && set({ ...play, reminded: due }),
  }
}
