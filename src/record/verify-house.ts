import { actorOf } from '../house/caller.ts'
import { foreignField } from '../house/command-shapes.ts'
import { decideHouse } from '../house/decide-house.ts'
import type { HouseCommand } from '../house/house-commands.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { HOUSE, type HouseState } from '../house/state.ts'
import { moment } from '../house/time.ts'
import { isSame } from './canonical.ts'
import { askerProblem, noteProblem } from './house-actors.ts'
import { type HouseEntry, houseEntryFrom } from './house-entry.ts'
import { freshHouseMemory, houseSnapshot, rememberHouse } from './house-memory.ts'
import { IndexCheck, withIndexRemark } from './index-check.ts'
import type { JournalReader } from './journal-reader.ts'
import { Standing } from './standing.ts'
import type { StreamReport } from './stream-report.ts'
import { atOnce, type Evidence, walk } from './stream-walk.ts'

export type VerifiedHouse = { report: StreamReport; state: HouseState; standing: Standing }

/** Every decision of the house is decided again, as the tables' are. */
export async function verifyHouse(evidence: Evidence): Promise<VerifiedHouse> {
  let memory = freshHouseMemory()
  const standing = new Standing()
  const asked = new Set<string>()
  const remarks: string[] = []
  const index = new IndexCheck(evidence.reader, HOUSE)
  const walked = await walk(evidence, HOUSE, {
    remarks,
    snapshot: (hash) => atOnce(houseSnapshot(memory, hash)),
    async take(plain, { seq }) {
      const entry = houseEntryFrom(plain)
      const problem =
        foreignProblem(entry, entryFields, 'the house') ??
        timeProblem(standing, entry, remarks) ??
        askerProblem(memory.state, standing, entry.command) ??
        decisionProblem(memory.state, entry) ??
        askedTwice(asked, entry.command)
      if (problem) return problem
      memory = rememberHouse(memory, entry)
      standing.note(seq, entry.at, memory.state, entry.events)
      await index.take(plain, seq, null)
      return null
    },
  })
  const report = await withIndexRemark({ ...walked, rounds: 0 }, index)
  return { report, state: memory.state, standing }
}

/**
 * A faulty house proves nothing about its tables. In a store without a house, nobody was signed in and no terminal
 * existed.
 */
export function witness(house: VerifiedHouse | null, { isWhole }: JournalReader): Standing | null {
  if (house) return house.report.finding ? null : house.standing
  return isWhole ? new Standing() : null
}

const entryFields = ['v', 'salt', 'at', 'command', 'events', 'refused']

/** Finds what an entry or its command should not hold. Events and refusals are compared with the result of deciding the command again. */
export function foreignProblem(
  entry: { command: HouseCommand },
  fields: readonly string[],
  stream: string,
): string | null {
  const foreign = Object.keys(entry).find((field) => !fields.includes(field))
  if (foreign !== undefined) return `it has a field ${foreign}, which no entry of ${stream} has`
  const odd = foreignField(entry.command)
  return odd === null ? null : `its command has a field ${odd}, which ${entry.command.do} has not`
}

/** Time runs on, but for a correction of the clock that is itself on record. */
function timeProblem(standing: Standing, { at, command }: HouseEntry, remarks: string[]): string | null {
  if (command.at !== at) return 'its time is not that of its command'
  const before = standing.times.at(-1)!
  if (command.do === 'correct-clock') {
    remarks.push(`the clock was set from ${command.from} to ${command.to}`)
    const fits = moment(at) >= moment(command.to) && (before === '' || moment(command.from) >= moment(before))
    return fits ? null : 'the correction of the clock does not fit the times around it'
  }
  return before === '' || moment(at) >= moment(before) ? null : `it is of ${at}, before the entry before it`
}

function decisionProblem(state: HouseState, entry: HouseEntry): string | null {
  const { command } = entry
  const noted = command.do === 'note-refusal' ? noteProblem(state, command) : null
  return noted ?? outcomeProblem(entry, decideHouse(state, command))
}

type Outcome = { events: readonly { type: string }[]; refused?: HouseRefusal }

/** Compares the recorded result of a command with the result of deciding it again. */
export function outcomeProblem(entry: Outcome & { command: HouseCommand }, again: Outcome): string | null {
  const { command, events, refused } = entry
  if (events.length === 0) return 'it changes nothing and should not be recorded'
  const same = isSame(again.events, events) && isSame(again.refused, refused)
  return same ? null : `by the house's rules ${command.do} yields ${summary(again)}, not what is written`
}

const summary = ({ events, refused }: Outcome): string =>
  refused ? `the refusal ${refused.refused}` : events.map(({ type }) => type).join(', ') || 'nothing'

export function askedTwice(asked: Set<string>, { by, id }: HouseCommand): string | null {
  if (id === undefined) return null
  const actor = actorOf(by)
  const key = `${actor} ${id}`
  if (asked.has(key)) return `the request ${id} of ${actor} occurs twice`
  asked.add(key)
  return null
}
