import { commandOnRecord } from '../house/decide-house.ts'
import type { PeopleCommand } from '../house/house-commands.ts'
import type { HouseDecision, HouseEvent } from '../house/house-events.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { houseUpcasts } from './upcasts.ts'
import { type PlainEntry, upcast, VERSION } from './versions.ts'

/** One entry of the house's own journal: time, command, caller, and result. */
export type HouseEntry = {
  v: typeof VERSION
  salt: string
  at: string
  command: PeopleCommand
  events: readonly HouseEvent[]
  refused?: HouseRefusal
}

/**
 * Reads an entry of the house's own stream.
 *
 * @example
 * const entry: HouseEntry = readHouseEntry(body)
 */
export const readHouseEntry = (body: string): HouseEntry => houseEntryFrom(JSON.parse(body))
export const houseEntryFrom = (plain: PlainEntry): HouseEntry => upcast(plain, houseUpcasts) as HouseEntry

export const writeHouseEntry = (entry: HouseEntry): string => JSON.stringify(entry)

export const houseEntry = (salt: string, command: PeopleCommand, { events, refused }: HouseDecision): HouseEntry => ({
  v: VERSION,
  salt,
  at: command.at,
  command: commandOnRecord(command, refused),
  events,
  ...(refused ? { refused } : {}),
})
