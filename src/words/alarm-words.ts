import type { SignificantFacts } from '../house/significant-kinds.ts'
import type { WheelFault } from '../wheel/wheel-faults.ts'
import type { Alarm } from '../wire/alarm.ts'
import type { AnyRefusalCode } from '../wire/failures.ts'
import { roleIn } from './naming.ts'
import { capitalise, dollars } from './plain-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** An alarm without its time and place. */
export type AlarmFacts = WithoutPlace<Alarm>
type WithoutPlace<One> = One extends unknown ? Omit<One, 'at' | 'table'> : never

type AlarmVocabulary = Pick<
  Vocabulary,
  'alarms' | 'commands' | 'faultNotes' | 'faults' | 'lineFaults' | 'machineFaults' | 'nouns' | 'refusals'
>

/** The same for a significant event as the record holds it. */
export const significantWords = (words: AlarmVocabulary, facts: SignificantFacts): string =>
  alarmWords(words, facts as unknown as AlarmFacts)

export function alarmWords(words: AlarmVocabulary, alarm: AlarmFacts): string {
  switch (alarm.alarm) {
    case 'wheel-fault':
      return words.alarms[alarm.alarm](faultWords(words, alarm.fault))
    case 'clock-set':
      return words.alarms[alarm.alarm](timeWords(alarm.from), timeWords(alarm.to))
    case 'clock-out-of-range':
      return words.alarms[alarm.alarm](timeWords(alarm.wall), timeWords(alarm.house))
    case 'clocks-apart':
      return words.alarms[alarm.alarm](
        alarm.node,
        timeWords(alarm.wall),
        timeWords(alarm.store),
        timeWords(alarm.house),
      )
    case 'wrong-pins':
      return words.alarms[alarm.alarm](alarm.count, alarm.from)
    case 'draw-secret-lost':
      return words.alarms[alarm.alarm](alarm.round)
    case 'void-after-draw':
      return words.alarms[alarm.alarm](alarm.round, alarm.by.name ?? roleIn(words.nouns, alarm.by.role))
    case 'step-failed':
      return words.alarms[alarm.alarm](words.alarms[alarm.step], machineWords(words, alarm.why))
    case 'table-moved':
      return words.alarms[alarm.alarm](alarm.node, words.alarms[alarm.why])
    case 'lease-lost':
    case 'node-gone':
      return words.alarms[alarm.alarm](alarm.node)
    case 'link-lost':
    case 'link-found':
      return words.alarms[alarm.alarm](alarm.node, alarm.peer)
    case 'witness-refused':
    case 'witness-silent':
      return words.alarms[alarm.alarm](alarm.witness, machineWords(words, alarm.why))
    case 'witness-heard':
      return words.alarms[alarm.alarm](alarm.witness)
    case 'crash-detected':
      return words.alarms[alarm.alarm](alarm.node, timeWords(alarm.since))
    case 'self-check-passed':
      return words.alarms[alarm.alarm](alarm.version, alarm.digest ?? '')
    case 'self-check-unverified':
      return words.alarms[alarm.alarm](alarm.version)
    case 'self-check-failed':
      return words.alarms[alarm.alarm](alarm.version, alarm.count, Object.keys(alarm.differences).join(', '))
    case 'terminal-lost':
    case 'terminal-back':
      return words.alarms[alarm.alarm](alarm.terminal)
    case 'service-started':
      return words.alarms[alarm.alarm](alarm.node, alarm.version, alarm.digest)
    case 'service-stopped':
      return words.alarms[alarm.alarm](alarm.node)
    case 'configuration-noted':
      return words.alarms[alarm.alarm](alarm.node, Object.keys(alarm.after).length)
    case 'configuration-changed':
      return words.alarms[alarm.alarm](alarm.node, changesOf(alarm))
    case 'large-win':
    case 'large-wager':
      return words.alarms[alarm.alarm](dollars(alarm.amount), alarm.player, alarm.round)
    case 'large-cash':
      return words.alarms[alarm.alarm](words.alarms[alarm.what], dollars(alarm.amount), alarm.who)
    case 'more-events':
      return words.alarms[alarm.alarm](alarm.of)
    case 'signing-resumed':
    case 'house-restored':
    case 'tickets-restored':
    case 'table-restored':
    case 'journal-found':
      return words.alarms[alarm.alarm]
    default:
      return words.alarms[alarm.alarm](machineWords(words, alarm.why))
  }
}

/** Each setting that has changed, with its values before and after. */
const changesOf = ({ before, after }: Extract<AlarmFacts, { alarm: 'configuration-changed' }>): string =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => `${name} ${before[name] ?? '–'} → ${after[name] ?? '–'}`)
    .join('; ')

const machineSigns: readonly (readonly [keyof Vocabulary['machineFaults'], RegExp])[] = [
  ['full', /ENOSPC|SQLITE_FULL|disk is full|no space left/i],
  ['unwritable', /EROFS|SQLITE_READONLY|read-?only/i],
  ['broken', /\bEIO\b|SQLITE_IOERR|disk i\/o|input\/output error/i],
  ['forbidden', /EACCES|EPERM|permission denied/i],
  ['absent', /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/],
  ['late', /ETIMEDOUT|timed? ?out/i],
  ['unnamed', /ENOTFOUND|EAI_AGAIN/],
  ['ahead', /ahead of the clock of the database/],
  ['cut', /ECONNRESET|EPIPE|socket hang up|terminated unexpectedly/i],
]

/** Translates a machine's error code. A text without a known code stays unchanged. The log has the original text. */
function machineWords({ machineFaults }: AlarmVocabulary, why: string): string {
  const known = machineSigns.find(([, sign]) => sign.test(why))
  return known ? machineFaults[known[0]] : why
}

/** To the second: milliseconds say nothing about a clock that was set. */
const timeWords = (time: string): string => time.replace(/^(.{10,13})T(.{8}).*Z$/, '$1 $2 UTC')

/** A sentence by itself. */
export const faultWords = (words: AlarmVocabulary, fault: WheelFault): string => capitalise(faultSentence(words, fault))

/** Within a line. */
export function faultSentence(words: AlarmVocabulary, fault: WheelFault): string {
  const { lineFaults } = words
  switch (fault.fault) {
    case 'connection-closed':
      return lineFaults[fault.fault](fault.where)
    case 'connection-lost':
      return lineFaults[fault.fault](fault.where, machineWords(words, fault.why ?? ''))
    case 'reading-failed':
      return lineFaults[fault.fault](machineWords(words, fault.why))
    case 'command-refused':
      return lineFaults[fault.fault](commandName(words, fault.command), refusalSentence(words, fault.refused))
    case 'more-faults':
      return lineFaults[fault.fault](fault.count, fault.seconds)
    default:
      return gameFaultSentence(words, fault)
  }
}

type GameFault = Extract<WheelFault, { game: number | null }>

function gameFaultSentence({ faults, faultNotes }: AlarmVocabulary, { fault, game, detail }: GameFault): string {
  const note = fault === 'wheel-error' ? faultNotes.code : faultNotes.detail
  const text = detail === undefined ? faults[fault] : note(faults[fault], detail)
  return game === null ? text : faultNotes.game(text, String(game).padStart(3, '0'))
}

const commandName = ({ commands }: AlarmVocabulary, command: string): string =>
  (commands as Readonly<Record<string, string>>)[command] ?? command

const refusalSentence = ({ refusals, nouns }: AlarmVocabulary, refused: string): string =>
  refusals[refused as AnyRefusalCode]?.({ refused: refused as AnyRefusalCode }, nouns) ?? refused
