import { afterAll, expect, test } from 'vitest'
import { START, somePin, testKeyMaterial } from '../../test/support/secrets.ts'
import { cleanUp, freshFolder } from '../../test/support/service.ts'
import { quietPlans } from '../../test/support/stream.ts'
import type { Command } from '../engine/language.ts'
import { callerOf } from '../house/find-caller.ts'
import { after, HOUR } from '../house/time.ts'
import type { Floor } from '../service/floor/floor.ts'
import { giveCommand } from '../service/floor/give-command.ts'
import { openFloor } from '../service/floor/open-floor.ts'
import { nodeSha256 } from '../service/journal/journal.ts'
import { openReader } from '../service/journal/reader.ts'
import { sqliteJournal } from '../service/journal/sqlite.ts'
import { askHouse } from '../service/stream/house-stream.ts'
import { verify } from './verify.ts'

afterAll(cleanUp)

const service = { system: 'service' } as const

/** A house whose clock the test sets, with a shift manager signed in; what is found and remarked when it is closed. */
async function play(
  scene: (house: { floor: Floor; set: (at: string) => void; give: () => Promise<unknown> }) => Promise<void>,
) {
  const folder = freshFolder()
  let now = START
  const floor = await openFloor({
    journal: await sqliteJournal(folder),
    keyMaterial: testKeyMaterial(),
    plans: quietPlans(),
    now: () => now,
  })
  const pin = somePin(floor.keyMaterial)
  const by = { console: 'root' }
  await askHouse(floor.house, { do: 'add-staff', badge: 'm1', name: 'Mo', role: 'shift-manager', pin, by })
  await askHouse(floor.house, { do: 'sign-in', badge: 'm1', session: 's', by: service })
  const who = callerOf(floor.house.settled.state, 's', floor.presence)!
  const command = { do: 'buy-in', player: 'ann', amount: 1_000 } as Partial<Command>
  const set = (at: string): void => {
    now = at
  }
  await scene({ floor, set, give: () => giveCommand(floor, who, 'single', command) })
  await floor.close()
  const reader = await openReader(folder)
  const reports = await verify(reader, nodeSha256)
  await reader.close()
  return {
    problems: reports.flatMap(({ finding }) => finding?.problem ?? []),
    remarks: reports.flatMap(({ remarks }) => remarks),
  }
}

// A time before an idle session ends.
const back = after(START, HOUR / 6)
const late = after(START, HOUR / 3)

test('time runs backwards across a correction of the clock that is on record, and verify says that it was', async () => {
  const { problems, remarks } = await play(async ({ floor, set, give }) => {
    set(late)
    await give()
    set(back)
    await askHouse(floor.house, { do: 'correct-clock', from: late, to: back, by: service })
    await give()
    set(late)
    await give()
  })
  expect(problems).toEqual([])
  expect(remarks).toEqual([`the clock was set from ${late} to ${back}`])
})

test('without it, that is wrong', async () => {
  const { problems } = await play(async ({ set, give }) => {
    set(late)
    await give()
    set(back)
    await give()
  })
  expect(problems).toEqual([expect.stringContaining('before the entry before it')])
})

test('a correction covers only what came after it', async () => {
  const { problems } = await play(async ({ floor, set, give }) => {
    set(late)
    await give()
    set(back)
    await askHouse(floor.house, { do: 'correct-clock', from: late, to: back, by: service })
    await give()
    set(START)
    await give()
  })
  expect(problems).toEqual([expect.stringContaining('before the entry before it')])
})

test('a clock that was set back while the service was off is on record before anything else', async () => {
  const folder = freshFolder()
  const ahead = after(new Date().toISOString(), HOUR)
  for (const now of [() => ahead, undefined]) {
    const floor = await openFloor({
      journal: await sqliteJournal(folder),
      keyMaterial: testKeyMaterial(),
      plans: quietPlans(),
      ...(now ? { now } : {}),
    })
    const by = { role: 'wheel' } as const
    const command = now ? { do: 'place-your-bets' } : { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
    await floor.rooms.get('single')!.table.submit({ ...command, by } as Command, 'wheel')
    expect(floor.alarms.list.map(({ alarm }) => alarm)).toEqual(now ? [] : ['clock-set'])
    await floor.close()
  }
  const reader = await openReader(folder)
  const reports = await verify(reader, nodeSha256)
  await reader.close()
  expect(reports.flatMap(({ finding }) => finding?.problem ?? [])).toEqual([])
  expect(reports.flatMap(({ remarks }) => remarks)).toEqual([expect.stringContaining('the clock was set from')])
})

test('a correction on record is not made again at the next start, though a table has been idle since before it', async () => {
  const folder = freshFolder()
  const ahead = after(new Date().toISOString(), HOUR)
  const alarmsOf = async (now?: () => string) => {
    const journal = await sqliteJournal(folder)
    const floor = await openFloor({
      journal,
      keyMaterial: testKeyMaterial(),
      plans: quietPlans(),
      ...(now ? { now } : {}),
    })
    const told = floor.alarms.list.map(({ alarm }) => alarm)
    await floor.close()
    return told
  }
  expect(await alarmsOf(() => ahead)).toEqual([])
  expect(await alarmsOf()).toEqual(['clock-set'])
  expect(await alarmsOf()).toEqual([])
})
