import type { EventType, TableEvent } from '../engine/events.ts'
import { isUnderWay } from '../engine/table.ts'
import { correctionTold } from './corrections.ts'
import { boughtTold, cashedTold, repaidTold } from './funds.ts'
import { limitsWords } from './limits.ts'
import { type Passage, say } from './passages.ts'
import { type EventOf, type Scene, type Telling, who } from './scene.ts'
import { settledTold } from './settlement.ts'
import { listed, quoted } from './text.ts'
import { voidedTold } from './voids.ts'
import { placedTold, ruledTold, severalPieceTold, withdrawnTold } from './wagers.ts'
import { differenceTold, drawTold, outcomeTold, spunTold } from './wheel.ts'
import { nameOf, titleOf } from './words.ts'

/** Every event in the past tense. */
export const tellings: { [T in EventType]: Telling<EventOf<T>> } = {
  'bought-in': boughtTold,
  'cashed-out': cashedTold,
  'owed-repaid': repaidTold,
  'betting-opened': ({ round, clause }, scene) => [
    say(scene, `${who(scene)} called "${scene.book.rules.opening.says}" and opened round ${round}.`, clause),
  ],
  'wager-placed': placedTold,
  'wager-withdrawn': withdrawnTold,
  'ball-spun': spunTold,
  'betting-closed': ({ clause }, scene) => [say(scene, closedWords(scene), clause)],
  'bonus-numbers-drawn': drawTold,
  'outcome-determined': outcomeTold,
  'results-differed': differenceTold,
  'wager-ruled': ruledTold,
  'round-settled': settledTold,
  'round-voided': voidedTold,
  'round-referred': ({ reason, clause, by }, scene) => {
    const to = titleOf(scene.book.rules.referral.by)
    const text =
      scene.command.do === 'refer'
        ? `${nameOf(by)} referred the round to the ${to}.`
        : `So the round was referred to the ${to}, to decide.`
    return [say(scene, `${text}${quoted(reason)}`, clause)]
  },
  'referral-decided': ({ decision, reason, clause, by }, scene) => {
    const what = decision === 'void' ? 'the round be void' : 'the round be settled by its outcome'
    return [say(scene, `${nameOf(by)} decided that ${what}.${quoted(reason)}`, clause)]
  },
  'power-failed': ({ ball, clause }, scene) => {
    const state = ball === 'at-rest' ? 'at rest: the outcome stood' : 'not at rest'
    const text = `${who(scene)} reported that the power had failed, with the ball ${state}. Play was held.`
    return [say(scene, text, clause)]
  },
  'play-resumed': ({ clause }, scene) => [say(scene, `${who(scene)} resumed play.`, clause)],
  'play-interrupted': interruptionTold,
  'outcome-corrected': correctionTold,
  'table-closed': ({ reason, by }, scene) => {
    const { round } = scene.before
    const when = isUnderWay(round) ? `, from the end of round ${round.round} on` : ''
    return [say(scene, `${nameOf(by)} closed the table${when}.${quoted(reason)}`)]
  },
  'table-opened': ({ reason, by }, scene) => [say(scene, `${nameOf(by)} opened the table again.${quoted(reason)}`)],
  'limits-set': ({ from, to, reason, by, clause }, scene) => {
    const [before, now] = [from, to].map((limits) => limitsWords(limits) || 'none')
    const text = `${nameOf(by)} changed the limits, for one player on one spot. Before: ${before}. Now: ${now}.`
    return [say(scene, `${text}${quoted(reason)}`, clause)]
  },
}

export function eventsTold(events: readonly TableEvent[], scene: Scene): Passage[] {
  const placed = events.filter((event) => event.type === 'wager-placed')
  if (placed[0]?.bet !== undefined) return severalPieceTold(placed, scene)
  return events.flatMap((event) => (tellings[event.type] as Telling<TableEvent>)(event, scene))
}

function closedWords(scene: Scene): string {
  const { command, before, book } = scene
  if (command.do === 'refer')
    return 'Betting was closed, for nothing may be staked on a round that waits to be decided.'
  if (command.do === 'ball-at-rest') return 'Betting had not been closed when the ball came to rest, so it closed then.'
  const early = before.round.phase === 'betting-open' ? ', before the ball was spun' : ''
  return `${who(scene)} called "${book.rules.closing.says}"${early}. Betting was closed.`
}

function interruptionTold({ terminals, clause }: EventOf<'play-interrupted'>, scene: Scene): Passage[] {
  const rule = scene.book.rules.interruption
  if (!terminals) {
    const text = 'reported a technical interruption. The ball was at rest, so the round went on to its end.'
    return [say(scene, `${who(scene)} ${text}`, clause)]
  }
  const cut = `${who(scene)} reported that ${listed(terminals)} ${terminals.length === 1 ? 'was' : 'were'} cut off.`
  return [
    say(scene, `${cut} The round went on.`, clause),
    say(scene, 'Wagers that were registered there stayed in play.', rule?.registered),
    say(scene, 'Wagers that were not registered never counted, and took no money.', rule?.notRegistered),
  ]
}
