import type { ChipMark, EventOf, EventType, TableEvent } from '../engine/events.ts'
import { isUnderWay } from '../engine/table.ts'
import { nameOf } from './nouns.ts'
import { type Passage, say, sentences, tellReason } from './passages.ts'
import { isWheel, type Scene, type Telling, who } from './scene.ts'
import { tellCorrection, tellSettledAgain } from './tell-corrections.ts'
import { tellBought, tellCashed, tellRepaid } from './tell-funds.ts'
import { limitsWords } from './tell-limits.ts'
import { tellDecided, tellReferred } from './tell-referrals.ts'
import { tellSettled } from './tell-settlement.ts'
import { tellReported, tellVoided } from './tell-voids.ts'
import { tellPlaced, tellRuled, tellSeveralPiece, tellWithdrawn } from './tell-wagers.ts'
import { tellCount, tellDifference, tellDraw, tellOutcome, tellSpun } from './tell-wheel.ts'

/** Every event in the past tense. */
export const tellings: { [T in EventType]: Telling<EventOf<T>> } = {
  'bought-in': tellBought,
  'cashed-out': tellCashed,
  'owed-repaid': tellRepaid,
  'betting-opened': ({ round, commitment, forPrison, clause }, scene) => [
    say(scene, scene.words.story.round.opened(who(scene), calledBy(scene, scene.book.texts.opening), round), clause),
    ...(commitment === undefined ? [] : [say(scene, scene.words.story.round.bound(commitment))]),
    ...(forPrison ? [say(scene, scene.words.story.prison.closedTable, scene.book.rules.enPrison?.clause)] : []),
  ],
  'wager-placed': tellPlaced,
  'wager-withdrawn': tellWithdrawn,
  'ball-spun': tellSpun,
  'early-close-allowed': ({ clause }, scene) => [say(scene, scene.words.story.round.closeAllowed(who(scene)), clause)],
  'betting-closed': (event, scene) => [say(scene, closedWords(scene, event), event.clause)],
  'bonus-numbers-drawn': tellDraw,
  'outcome-determined': tellOutcome,
  'results-differed': tellDifference,
  'revolutions-counted': tellCount,
  'irregularity-reported': tellReported,
  'wager-ruled': tellRuled,
  'round-settled': (event, scene) => (event.adjustments ? tellSettledAgain : tellSettled)(event, scene),
  'round-voided': tellVoided,
  'round-referred': tellReferred,
  'referral-decided': tellDecided,
  'power-failed': ({ ball, clause }, scene) => [
    say(scene, scene.words.story.round.powerFailed(who(scene), ball === 'at-rest'), clause),
  ],
  'play-resumed': ({ clause }, scene) => [say(scene, scene.words.story.round.resumed(who(scene)), clause)],
  'play-interrupted': interruptionTold,
  'outcome-corrected': tellCorrection,
  'table-closed': ({ reason, by }, scene) => {
    const { round } = scene.before
    const last = isUnderWay(round) ? round.round : null
    return [withReason(scene, scene.words.story.round.tableClosed(nameOf(scene.words, by), last), reason)]
  },
  'table-opened': ({ reason, by }, scene) => [
    withReason(scene, scene.words.story.round.tableOpened(nameOf(scene.words, by)), reason),
  ],
  'book-set': ({ from, to, marks, reason, by, clause }, scene) => [
    withReason(scene, scene.words.story.round.bookSet(nameOf(scene.words, by), from, to), reason, clause),
    ...tellMarks(marks, scene),
  ],
  'limits-set': ({ from, to, marks, reason, by, clause }, scene) => {
    const { words } = scene
    const [before, now] = [from, to].map((limits) => limitsWords(scene, limits) ?? words.story.limits.none)
    const changed = words.story.limits.changed(nameOf(words, by), before!, now!)
    return [withReason(scene, changed, reason, clause), ...tellMarks(marks, scene)]
  },
}

/** Chips that were out already are marked by other limits, or by another book. */
function tellMarks(marks: readonly ChipMark[] | undefined, scene: Scene): Passage[] {
  if (!marks) return []
  const { words, book } = scene
  const players = marks.map(({ player }) => player)
  return [say(scene, words.story.funds.markedNow(players), book.funds.colourChips?.clause)]
}

/** A person calls it out; a wheel does it without a word. */
const calledBy = (scene: Scene, says: string): string | null => (isWheel(scene) ? null : says)

const withReason = (scene: Scene, text: string, reason: string | undefined, clause?: string): Passage =>
  say(scene, sentences(scene.words, text, tellReason(scene.words, reason)), clause)

export function tellEvents(events: readonly TableEvent[], scene: Scene): Passage[] {
  const placed = events.filter((event) => event.type === 'wager-placed')
  if (placed[0]?.bet !== undefined) return tellSeveralPiece(placed, scene)
  return events.flatMap((event) => (tellings[event.type] as Telling<TableEvent>)(event, scene))
}

function closedWords(scene: Scene, { leave }: EventOf<'betting-closed'>): string {
  const { command, before, book } = scene
  const { round } = scene.words.story
  if (command.do === 'refer') return round.closedByReferral
  if (command.do === 'ball-at-rest') return round.closedByBall
  const says = calledBy(scene, book.texts.closing)
  const isOwn = leave?.role === command.by.role && leave.name === command.by.name
  const whose = leave && !isOwn ? scene.words.story.people.inSentence(nameOf(scene.words, leave)) : null
  return round.closed(who(scene), says, before.round.phase === 'betting-open', whose)
}

function interruptionTold({ terminals, clause }: EventOf<'play-interrupted'>, scene: Scene): Passage[] {
  const rule = scene.book.rules.interruption
  const { round } = scene.words.story
  if (!terminals) return [say(scene, round.interrupted(who(scene)), clause)]
  return [
    say(scene, round.cutOff(who(scene), terminals), clause),
    say(scene, round.registered, rule?.registered),
    say(scene, round.notRegistered, rule?.notRegistered),
  ]
}
