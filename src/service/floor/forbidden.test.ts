import { afterAll, expect, test } from 'vitest'
import { expectSound } from '../../../test/support/http.ts'
import { cleanUp, freshFolder, quietService, seatAt } from '../../../test/support/service.ts'
import type { TerminalCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { allOf } from '../../record/journal-reader.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { statusOf } from '../http/http-replies.ts'
import { openReader } from '../journal/reader.ts'
import { tokenHash } from '../secrets/key-material.ts'
import { giveCommand } from './give-command.ts'
import { NOTES_EACH } from './refusal-notes.ts'

afterAll(cleanUp)

const SECRET = 'whatever somebody typed'
const FORBIDDEN = NOTES_EACH + 40

test('forbidden commands are recorded by kind up to a limit each minute, then by their number', async () => {
  const folder = freshFolder()
  const service = await quietService(folder)
  const { floor } = service
  const { token } = await seatAt(service, 'etg', 'ann')
  const who = callerOf(floor.house.settled.state, tokenHash(token), floor.presence) as TerminalCaller
  const asked = (nth: number, reason = SECRET) =>
    giveCommand(floor, who, 'etg', { do: 'close-table', reason: reason.repeat(20), id: `x${nth}` })
  const answers = await Promise.all(Array.from({ length: FORBIDDEN }, (_, nth) => asked(nth)))
  expect(new Set(answers.map(statusOf))).toEqual(new Set([403]))
  expect(await asked(0)).toEqual(answers[0])
  expect(await asked(0, 'something else')).toEqual(answers[0])
  await service.stop()

  const reader = await openReader(folder)
  const bodies = (await allOf(reader.pages('etg'))).map(({ body }) => body)
  const counted = (await allOf(reader.pages('house'))).flatMap(({ body }) => readHouseEntry(body).events)
  await reader.close()
  const forbidden = bodies.map((body) => readTableEntry(body)).filter((entry) => 'forbidden' in entry)
  expect(forbidden).toHaveLength(NOTES_EACH)
  expect(forbidden[0]).toMatchObject({
    actor: `terminal:${who.terminal}`,
    forbidden: { do: 'close-table', id: 'x0', by: { role: 'player', name: 'ann' }, hash: expect.any(String) },
    refused: { refused: 'position-too-low' },
  })
  expect(bodies.join('\n')).not.toContain(SECRET)
  expect(counted.filter(({ type }) => type === 'refusals-counted').at(-1)).toMatchObject({
    type: 'refusals-counted',
    actor: `terminal:${who.terminal}`,
    count: FORBIDDEN - NOTES_EACH + 1,
  })
  await expectSound(folder)
})

test('late wagers and tickets that were redeemed are counted in the same way, and answered all the same', async () => {
  const folder = freshFolder()
  const service = await quietService(folder)
  const { floor } = service
  const { token } = await seatAt(service, 'etg', 'ann')
  const who = callerOf(floor.house.settled.state, tokenHash(token), floor.presence) as TerminalCaller
  const before = floor.rooms.get('etg')!.table.durable
  for (let nth = 0; nth < FORBIDDEN; nth++) {
    const late = { do: 'wager', player: 'ann', spot: '17', stake: 500, id: `late-${nth}` }
    expect(await giveCommand(floor, who, 'etg', late)).toMatchObject({ refused: { refused: 'betting-is-closed' } })
  }
  expect(floor.rooms.get('etg')!.table.durable).toBe(before + NOTES_EACH)
  await service.stop()
  await expectSound(folder)
})
