import type { Adjustment } from '../engine/events.ts'
import { recall } from '../engine/history.ts'
import { sum } from '../engine/money.ts'
import { isUnderWay } from '../engine/table.ts'
import { adjustmentsTold } from './corrections.ts'
import { type Passage, say } from './passages.ts'
import { type EventOf, type Scene, who } from './scene.ts'
import { chipsBack, eachPlayer, holdsWords } from './settlement.ts'
import { quoted } from './text.ts'
import { afterWords } from './wheel.ts'
import { inColour, inKind, irregularityWords } from './words.ts'

export function voidedTold(event: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const text = `${voidLead(event, scene)}${quoted(scene.command.do === 'decide' ? undefined : event.reason)}`
  const first = say(scene, text, event.clause)
  return [first, ...(event.adjustments ? reversedTold(event, event.adjustments, scene) : backTold(event, scene))]
}

function voidLead({ round, code }: EventOf<'round-voided'>, scene: Scene): string {
  const { command, book, before } = scene
  const isVoid = `Round ${round} was void`
  const because = `${isVoid}: ${irregularityWords(book, code)}.`
  if (command.do === 'decide') return `${isVoid} by that decision.`
  if (command.do === 'spin') return because
  if (command.do === 'void-rounds') {
    const late = isUnderWay(before.round) && before.round.round === round ? '' : ' afterwards'
    return `${who(scene)} made round ${round} void${late}: ${irregularityWords(book, code)}.`
  }
  if (code === book.rules.noSpin?.code) {
    const dark = before.powerOut ? ' while the power was out' : ''
    return `${who(scene)} announced no spin${dark}. ${isVoid}.`
  }
  if (command.do === 'interruption') return `${who(scene)} reported a technical interruption. ${because}`
  if (command.do !== 'ball-at-rest') return `${who(scene)} reported an irregularity. ${because}`
  const { pocket, revolutions } = command
  return `${who(scene)} reported the ball in ${inColour(book, pocket)}${afterWords(revolutions)}. ${because}`
}

function backTold({ lines }: EventOf<'round-voided'>, scene: Scene): Passage[] {
  const { returned } = scene.book.rules.voidedRounds
  if (lines.length === 0) return [say(scene, 'There were no stakes to give back.', returned)]
  return [
    say(scene, 'Every stake went back, to the cent.', returned),
    ...eachPlayer(lines).map(([player, own]) => {
      const amount = inKind(scene.book, sum(own.map((line) => line.returned)), chipsBack(own))
      return say(scene, `${player} got back ${amount} and ${holdsWords(scene, player)}.`)
    }),
  ]
}

function reversedTold({ round }: EventOf<'round-voided'>, adjustments: readonly Adjustment[], scene: Scene): Passage[] {
  const from = recall(scene.before.history, round)?.pocket
  const was = from ? ` It had been settled on ${inColour(scene.book, from)}.` : ''
  const later = scene.before.roundsOpened > round ? ' Later rounds stood.' : ''
  const text = `Every stake counted as returned, and what was paid or collected was reversed.${was}${later}`
  return [say(scene, text, scene.book.rules.voidedRounds.returned), ...adjustmentsTold(adjustments, scene)]
}
