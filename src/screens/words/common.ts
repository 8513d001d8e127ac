import * as english from '../../words/en/common.en.ts'
import { spokenWords } from './speech.ts'

export const { common, stages, shortStages, track } = spokenWords('hall', english)

export const roundName = (round: number | null): string => (round === null ? common.noRound : common.round(round))

/** Where the house has stopped gaming. Between rounds it is stopped, whichever way it was asked for. */
export const stopText = ({ when }: { when: 'now' | 'after-round' }, phase: string): string =>
  when === 'now' || ['closed', 'settled', 'void'].includes(phase) ? common.gamingStopped : common.gamingStops
