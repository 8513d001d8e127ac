import { commandOnRecord } from '../house/decide-house.ts'
import type { HouseCommand } from '../house/house-commands.ts'
import type { HouseDecision, HouseEvent } from '../house/house-events.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { houseUpcasts } from './upcasts.ts'
import { type PlainEntry, upcast, VERSION } from './versions.ts'

/** The entry of a table that is written in the same transaction. */
export type Beside = { stream: string; seq: number }

/** One entry of the house's own journal: when, what was asked and by whom, and what it came to. */
export type HouseEntry = {
  v: typeof VERSION
  salt: string
  at: string
  beside?: Beside
  command: HouseCommand
  events: readonly HouseEvent[]
  refused?: HouseRefusal
}

export const readHouseEntry = (body: string): HouseEntry => houseEntryFrom(JSON.parse(body))
export const houseEntryFrom = (plain: PlainEntry): HouseEntry => upcast(plain, houseUpcasts) as HouseEntry

export const writeHouseEntry = (entry: HouseEntry): string => JSON.stringify(entry)

export function houseEntry(
  salt: string,
  command: HouseCommand,
  { events, refused }: HouseDecision,
  beside?: Beside,
): HouseEntry {
  return {
    v: VERSION,
    salt,
    at: command.at,
    ...(beside ? { beside } : {}),
    command: commandOnRecord(command, refused),
    events,
    ...(refused ? { refused } : {}),
  }
}
