import type { Pocket } from '../books/rule-book.ts'
import { outcomeOf } from '../engine/draw.ts'
import type { TableState } from '../engine/table.ts'
import { type Passage, say } from './passages.ts'
import { type EventOf, lowerWho, type Scene, who } from './scene.ts'
import { counted, listed } from './text.ts'
import { inColour, otherThan, saidWord, titleOf } from './words.ts'

export const spunTold = ({ ball, wheel, clause }: EventOf<'ball-spun'>, scene: Scene): Passage[] => [
  say(scene, `${who(scene)} spun the ball ${ball}, ${wheelWords(ball, wheel)}.`, clause),
]

function wheelWords(ball: string, wheel: string): string {
  if (wheel === 'still') return 'while the wheel stood still'
  return wheel === ball ? 'the same way as the wheel' : `against the wheel, which turned ${wheel}`
}

export function drawTold(event: EventOf<'bonus-numbers-drawn'>, scene: Scene): Passage[] {
  const bonus = scene.book.rules.bonus!
  const { numbers, links, scatter, clause } = event
  const full = bonus.links.filter(({ link }) => links.includes(link))
  const supers = full.map(({ link, pockets }) => `link ${link} (${pockets.join(', ')})`)
  const empty = bonus.links.filter(({ pockets }) => !pockets.some((pocket) => numbers.includes(pocket)))
  return [
    say(scene, `${who(scene)} drew ${numbers.length} bonus numbers: ${listed(numbers)}.`, clause),
    full.length === 0
      ? say(scene, 'They completed no link, so there was no super bonus number.', bonus.superBonusClause)
      : say(scene, `They completed ${listed(supers)}: super bonus numbers.`, bonus.superBonusClause),
    scatter
      ? say(scene, 'Every link held a bonus number: a scatter bonus.', bonus.scatterClause)
      : say(scene, `No scatter bonus: ${linksWords(empty)} held no bonus number.`, bonus.scatterClause),
  ]
}

const linksWords = (links: readonly { link: string }[]): string =>
  `link${links.length === 1 ? '' : 's'} ${listed(links.map(({ link }) => link))}`

export function outcomeTold(event: EventOf<'outcome-determined'>, scene: Scene): Passage[] {
  const { pocket, revolutions, source, clause } = event
  const lit = litWords(scene.after.round, pocket)
  const text = `The ball came to rest in ${inColour(scene.book, pocket)}${afterWords(revolutions)}${lit}`
  return [say(scene, `${text}, as ${lowerWho(scene)} ${saidWord(source)}.`, clause)]
}

export const afterWords = (revolutions: number | undefined): string =>
  revolutions === undefined ? '' : ` after ${counted(revolutions, 'revolution')}`

function litWords(round: TableState['round'], pocket: Pocket): string {
  const { level } = outcomeOf(pocket, 'draw' in round ? round.draw : null)
  return level === 'plain' ? '' : `, a ${level.replace('-', ' ')} number`
}

/** The round waits for whoever may put an outcome right. */
export function differenceTold({ pocket, source, clause }: EventOf<'results-differed'>, scene: Scene): Passage[] {
  const { book, before } = scene
  const first =
    'pocket' in before.round && before.round.pocket !== null ? ` ${inColour(book, before.round.pocket)}` : ''
  const other = otherThan(source)
  const text = `${who(scene)} ${saidWord(source)} ${inColour(book, pocket)}, but the ${other} had ${saidWord(other)}${first}.`
  const held = `Nothing was to be settled until a ${titleOf(book.rules.correction.by)} had decided.`
  return [say(scene, text, clause), say(scene, held, book.rules.correction.clause)]
}
