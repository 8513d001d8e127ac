import type { TableEvent } from '../../src/engine/events.ts'
import type { Command, CommandName } from '../../src/engine/language.ts'
import { causeOf, isAboutPast, isOtherWord, isShort, type Model, piecesOf, sourceOf } from './model.ts'

/** The events of an accepted command. */

const voidBy = (code: string): string => `round-voided ${code}`

// biome-ignore format: a table is read down its columns
const oneEvent: Partial<Record<CommandName, string>> = {
  'buy-in': 'bought-in', 'cash-out': 'cashed-out', repay: 'owed-repaid', 'place-your-bets': 'betting-opened',
  withdraw: 'wager-withdrawn', 'no-more-bets': 'betting-closed', 'allow-early-close': 'early-close-allowed', 'bonus-numbers': 'bonus-numbers-drawn',
  'rule-on-wager': 'wager-ruled', settle: 'round-settled',
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
      if (!model.underWay) return ['revolutions-counted']
      if (isShort(model, command) && !model.referred) return [voidBy('too-few-revolutions')]
      if (model.pocket !== null)
        return [isOtherWord(model, sourceOf(command), command.pocket) ? 'results-differed' : 'revolutions-counted']
      return model.open ? ['betting-closed', 'outcome-determined', 'round-referred'] : ['outcome-determined']
    case 'refer':
      return isAboutPast(model, command) ? ['round-referred'] : [...closing, 'round-referred']
    case 'decide':
      if (command.decision === 'stands') return ['referral-decided']
      if (isAboutPast(model, command) && command.decision === 'void')
        return ['referral-decided', voidBy(causeOf(model.past.get(command.round)!) ?? 'decision')]
      if (command.decision === 'settle') return ['referral-decided', 'round-settled']
      if (causeOf(model) !== null) return ['referral-decided', voidBy(causeOf(model)!)]
      return command.decision === 'void' ? ['referral-decided', voidBy('decision')] : ['referral-decided']
    case 'void-rounds':
      return [...new Set(command.rounds)].map(() => voidBy(command.code))
    case 'no-spin':
      return [model.referred ? 'irregularity-reported' : voidBy('no-spin')]
    case 'irregularity':
      if (command.code === 'interruption') return interrupted(model, undefined)
      return [model.referred ? 'irregularity-reported' : voidBy(command.code)]
    case 'interruption':
      return interrupted(model, command.terminals)
    default:
      throw new Error(`no word on what ${command.do} does`)
  }
}

function interrupted({ pocket, referred }: Model, terminals: readonly string[] | undefined): string[] {
  if (terminals || pocket !== null) return ['play-interrupted']
  return [referred ? 'irregularity-reported' : voidBy('interruption')]
}

export const toldOf = (event: TableEvent): string =>
  event.type === 'round-voided' ? voidBy(event.code) : (event.type as string)
