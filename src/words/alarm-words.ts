import type { FaultCode } from '../wheel/faults.ts'
import { capitalised } from './plain-text.ts'
import type { AnyRefusalCode } from './refusal.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a wheel does wrong, and what happens to its line: a code with its facts. */
export type WheelFault =
  | { fault: FaultCode; game: number | null; detail?: string }
  | { fault: 'connection-closed' | 'connection-lost'; where: string; why?: string }
  | { fault: 'reading-failed'; why: string }
  | { fault: 'command-refused'; command: string; refused: string }
  | { fault: 'more-faults'; count: number; seconds: number }

/** What the people who run the house must see. `why` is the machine's own word for it. */
export type Alarm =
  | { alarm: 'house-stopped' | 'table-stopped'; why: string }
  | { alarm: 'wheel-fault'; fault: WheelFault }

type Words = Pick<Vocabulary, 'alarms' | 'commands' | 'faultNotes' | 'faults' | 'lineFaults' | 'nouns' | 'refusals'>

export function alarmWords(words: Words, alarm: Alarm): string {
  if (alarm.alarm === 'wheel-fault') return words.alarms['wheel-fault'](faultWords(words, alarm.fault))
  return words.alarms[alarm.alarm](alarm.why)
}

/** A sentence by itself. */
export const faultWords = (words: Words, fault: WheelFault): string => capitalised(faultSentence(words, fault))

function faultSentence(words: Words, fault: WheelFault): string {
  const { lineFaults } = words
  switch (fault.fault) {
    case 'connection-closed':
      return lineFaults[fault.fault](fault.where)
    case 'connection-lost':
      return lineFaults[fault.fault](fault.where, fault.why ?? '')
    case 'reading-failed':
      return lineFaults[fault.fault](fault.why)
    case 'command-refused':
      return lineFaults[fault.fault](commandName(words, fault.command), refusalSentence(words, fault.refused))
    case 'more-faults':
      return lineFaults[fault.fault](fault.count, fault.seconds)
    default:
      return gameFaultSentence(words, fault)
  }
}

type GameFault = Extract<WheelFault, { game: number | null }>

function gameFaultSentence({ faults, faultNotes }: Words, { fault, game, detail }: GameFault): string {
  const told = detail === undefined ? faults[fault] : faultNotes.detail(faults[fault], detail)
  return game === null ? told : faultNotes.game(told, String(game).padStart(3, '0'))
}

const commandName = ({ commands }: Words, command: string): string =>
  (commands as Readonly<Record<string, string>>)[command] ?? command

const refusalSentence = ({ refusals, nouns }: Words, refused: string): string =>
  refusals[refused as AnyRefusalCode]?.({ refused: refused as AnyRefusalCode }, nouns) ?? refused
