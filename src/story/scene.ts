import type { RuleBook } from '../books/rule-book.ts'
import type { EventType, TableEvent } from '../engine/events.ts'
import type { Command } from '../engine/language.ts'
import type { TableState } from '../engine/table.ts'
import type { Passage } from './passages.ts'
import { nameOf } from './words.ts'

/** One command, and the table before and after it. */
export type Scene = { book: RuleBook; command: Command; before: TableState; after: TableState }

export type EventOf<T extends EventType> = Extract<TableEvent, { type: T }>
export type Telling<E extends TableEvent> = (event: E, scene: Scene) => Passage[]

export const playerIn = (command: Command): string | undefined => ('player' in command ? command.player : undefined)

/** A wheel speaks for itself, whoever's position it has at the table. */
const isWheel = (command: Command): boolean => command.do === 'ball-at-rest' && command.source === 'wheel'

export const who = ({ command }: Scene): string =>
  isWheel(command) ? 'The wheel' : nameOf(command.by, playerIn(command))

/** In the middle of a sentence. */
export function lowerWho(scene: Scene): string {
  const name = who(scene)
  return scene.command.by.role === 'player' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** ` for Ann`, when somebody else acts for her. */
export function forWhom({ command }: Scene): string {
  const player = playerIn(command)
  const { role, name } = command.by
  const isOwn = role === 'player' && (name === undefined || name === player)
  return player === undefined || isOwn ? '' : ` for ${player}`
}
