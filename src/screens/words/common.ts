import * as english from '../../words/en/common.en.ts'
import { spokenWords } from './speech.ts'

export const { common, stages, shortStages, track } = spokenWords('hall', english)

export const roundName = (round: number | null): string => (round === null ? common.noRound : common.round(round))

/** Where the house has stopped gaming. */
export const stopText = ({ when }: { when: 'now' | 'after-round' }): string =>
  when === 'now' ? common.gamingStopped : common.gamingStops
