import type { TableEvent } from '../engine/events.ts'
import type { Command } from '../engine/language.ts'
import { isStaff } from '../engine/positions.ts'
import type { TableState } from '../engine/table.ts'
import type { Setting } from './nouns.ts'
import { nameOf } from './nouns.ts'
import type { Passage } from './passages.ts'

/** One command, and the table before and after it. */
export type Scene = Setting & { command: Command; before: TableState; after: TableState }

export type Telling<E extends TableEvent> = (event: E, scene: Scene) => Passage[]

export const playerIn = (command: Command): string | undefined => ('player' in command ? command.player : undefined)

export const isWheel = ({ command }: { command: Command }): boolean => command.by.role === 'wheel'

export const who = ({ command, words }: Scene): string => nameOf(words, command.by, playerIn(command))

/** In the middle of a sentence. */
export const innerWho = (scene: Scene): string =>
  scene.command.by.role === 'player' ? who(scene) : scene.words.story.people.inSentence(who(scene))

/** Returns the owner of the act: the player, also where staff recorded a wager or a withdrawal. */
export const whoPlaced = (scene: Scene): string => (isRecorded(scene.command) ? playerIn(scene.command)! : who(scene))

/** Whether staff recorded what a player put down or took back (readings 30 and 33). */
export const isRecorded = (command: Command): boolean =>
  isStaff(command.by.role) && (command.do === 'withdraw' || (command.do === 'wager' && command.own === true))

/** The player for whom staff placed a wager. */
export const playerPlacedFor = (scene: Scene): string | null =>
  isRecorded(scene.command) ? null : playerActedFor(scene)

/** The player, when somebody else acts for them. */
export function playerActedFor({ command }: Scene): string | null {
  const player = playerIn(command)
  const { role, name } = command.by
  const isOwn = role === 'player' && (name === undefined || name === player)
  return player === undefined || isOwn ? null : player
}
