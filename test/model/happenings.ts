import type { TableEvent } from '../../src/engine/events.ts'
import type { Command, CommandName } from '../../src/engine/language.ts'
import { isAboutPast, isSensorsWord, isShort, type Model, piecesOf } from './model.ts'

/** What an accepted command makes happen. */

const voidBy = (code: string): string => `round-voided ${code}`

// biome-ignore format: a table is read down its columns
const oneEvent: Partial<Record<CommandName, string>> = {
  'buy-in': 'bought-in', 'cash-out': 'cashed-out', repay: 'owed-repaid', 'place-your-bets': 'betting-opened',
  withdraw: 'wager-withdrawn', 'no-more-bets': 'betting-closed', 'allow-early-close': 'early-close-allowed', 'bonus-numbers': 'bonus-numbers-drawn',
  'rule-on-wager': 'wager-ruled', settle: 'round-settled', 'no-spin': voidBy('no-spin'),
  'power-failure': 'power-failed', resume: 'play-resumed', 'close-table': 'table-closed', 'open-table': 'table-opened', 'correct-outcome': 'outcome-corrected', 'set-limits': 'limits-set', 'set-book': 'book-set',
}

/** The events that must follow, by type; a void with its code. */
export function happenings(model: Model, command: Command): string[] {
  const only = oneEvent[command.do]
  if (only) return [only]
  const closing = model.open ? ['betting-closed'] : []
  switch (command.do) {
    case 'wager':
      return piecesOf(model, command).map(() => 'wager-placed')
    case 'spin':
      if (command.wheel === 'still') return ['ball-spun', voidBy('wheel-not-rotating')]
      return command.wheel === command.ball ? ['ball-spun', voidBy('same-direction')] : ['ball-spun']
    case 'ball-at-rest':
      if (model.pocket !== null)
        return [isSensorsWord(model, command) ? voidBy('too-few-revolutions') : 'results-differed']
      if (isShort(model, command)) return [voidBy('too-few-revolutions')]
      return model.open ? ['betting-closed', 'outcome-determined', 'round-referred'] : ['outcome-determined']
    case 'refer':
      return isAboutPast(model, command) ? ['round-referred'] : [...closing, 'round-referred']
    case 'decide':
      if (command.decision === 'continue' || command.decision === 'stands') return ['referral-decided']
      return ['referral-decided', command.decision === 'void' ? voidBy('decision') : 'round-settled']
    case 'void-rounds':
      return [...new Set(command.rounds)].map(() => voidBy(command.code))
    case 'irregularity':
      return command.code === 'interruption' ? interrupted(model, undefined) : [voidBy(command.code)]
    case 'interruption':
      return interrupted(model, command.terminals)
    default:
      throw new Error(`no word on what ${command.do} does`)
  }
}

const interrupted = ({ pocket }: Model, terminals: readonly string[] | undefined): string[] =>
  terminals || pocket !== null ? ['play-interrupted'] : [voidBy('interruption')]

export const toldOf = (event: TableEvent): string =>
  event.type === 'round-voided' ? voidBy(event.code) : (event.type as string)
