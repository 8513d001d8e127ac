import { outcomeOf } from '../engine/draw.ts'
import type { EventOf } from '../engine/events.ts'
import { isUnderWay } from '../engine/table.ts'
import { motionIn } from '../words/naming.ts'
import { inColour } from './nouns.ts'
import { type Passage, say } from './passages.ts'
import { innerWho, type Scene, who } from './scene.ts'

export function tellSpun({ ball, wheel, source, clause }: EventOf<'ball-spun'>, scene: Scene): Passage[] {
  const { nouns, story } = scene.words
  const turns = wheel === 'still' ? null : motionIn(nouns, wheel)
  const by = source === 'wheel' ? null : who(scene)
  return [say(scene, story.wheel.spun(by, motionIn(nouns, ball), turns, wheel === ball), clause)]
}

export function tellDraw(event: EventOf<'bonus-numbers-drawn'>, scene: Scene): Passage[] {
  const bonus = scene.book.rules.bonus!
  const { listed, wheel } = scene.words.story
  const { numbers, links, scatter, reveal, clause } = event
  const full = bonus.links.filter(({ link }) => links.includes(link))
  const supers = full.map(({ link, pockets }) => wheel.link(link, pockets))
  const empty = bonus.links.filter(({ pockets }) => !pockets.some((pocket) => numbers.includes(pocket)))
  const noScatter = wheel.noScatter(wheel.links(empty.map(({ link }) => link)))
  return [
    say(scene, wheel.drawn(who(scene), numbers.length, listed(numbers)), clause),
    ...(reveal ? [say(scene, wheel.revealed(reveal.secret))] : []),
    say(scene, full.length === 0 ? wheel.noSuperBonus : wheel.superBonus(listed(supers)), bonus.superBonusClause),
    say(scene, scatter ? wheel.scatter : noScatter, bonus.scatterClause),
  ]
}

export function tellOutcome(event: EventOf<'outcome-determined'>, scene: Scene): Passage[] {
  const { pocket, revolutions, source, clause } = event
  const { nouns, story } = scene.words
  const { round } = scene.after
  const { level } = outcomeOf(pocket, 'draw' in round ? round.draw : null)
  const lit = level === 'plain' ? null : nouns.lit[level]
  return [say(scene, story.wheel.atRest(inColour(scene, pocket), revolutions, lit, innerWho(scene), source), clause)]
}

export function tellCount(event: EventOf<'revolutions-counted'>, scene: Scene): Passage[] {
  const { round, revolutions, clause } = event
  const isOver = !isUnderWay(scene.before.round)
  return [say(scene, scene.words.story.wheel.counted(who(scene), revolutions, isOver ? round : null), clause)]
}

/** The round waits for a person who may correct the outcome. */
export function tellDifference(
  { pocket, revolutions, source, clause }: EventOf<'results-differed'>,
  scene: Scene,
): Passage[] {
  const { book, before, words } = scene
  const first = 'pocket' in before.round && before.round.pocket !== null ? inColour(scene, before.round.pocket) : null
  const { by, clause: correction } = book.rules.correction
  return [
    say(scene, words.story.wheel.differed(who(scene), inColour(scene, pocket), source, first), clause),
    ...(revolutions === undefined ? [] : [say(scene, words.story.wheel.counted(who(scene), revolutions, null))]),
    say(scene, words.story.wheel.held(words.nouns.roles[by]), correction),
  ]
}
