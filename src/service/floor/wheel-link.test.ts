import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { quietTables, turns } from '../../../test/support/service.ts'
import { setupOf } from '../../../test/support/stream.ts'
import { bookById } from '../../books/index.ts'
import { isRefusal } from '../../engine/decision.ts'
import { displayView } from '../../engine/views.ts'
import type { WheelSource } from '../../wheel/source.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import { usualLimits } from '../../wheel/watch.ts'
import type { Loss, WheelFault } from '../../wheel/wheel-faults.ts'
import { writeStatus } from '../../wheel/wheel-line.ts'
import { plansOf, readConfig } from '../config.ts'
import { bookOf, openTableStream } from '../stream/table-stream.ts'
import { WheelLink } from './wheel-link.ts'

const began = Date.parse('2026-01-31T20:15:00.000Z')
const later = (seconds: number): string => new Date(began + seconds * 1000).toISOString()

/** A wheel whose lines the test sends, at a table whose clock the test sets. */
async function wheelAt(bettingMs?: number, more: Pick<WheelSource, 'limits' | 'errors'> = {}) {
  let seconds = 0
  const host = await openTableStream('single', setupOf(quietTables[1]), {
    journal: memoryJournal(),
    now: () => later(seconds),
  })
  const { readable, writable } = new TransformStream<string, string>()
  const wire = writable.getWriter()
  let lost: (loss: Loss) => void = () => {}
  const source: WheelSource = {
    [Symbol.asyncIterator]: () => readable[Symbol.asyncIterator](),
    close: () => void wire.close().catch(() => {}),
    onLost: (told) => {
      lost = told
    },
    ...(bettingMs === undefined ? {} : { bettingMs }),
    ...more,
  }
  const told: WheelStatus[] = []
  const alarms: WheelFault[] = []
  const link = new WheelLink(host, source, (status, fault) => {
    told.push(status)
    if (fault) alarms.push(fault)
  })
  onTestFinished(() => link.close())
  return {
    host,
    link,
    told,
    alarms,
    wire,
    lose: (loss: Loss) => lost(loss),
    async at(time: number, ...lines: string[]) {
      seconds = time
      for (const line of lines) await wire.write(`${line}\r\n`)
      await turns()
    },
    view: () => displayView(bookOf(host.settled), host.settled.state),
  }
}

type Line = { game?: number; flags?: number; speed?: number; number?: string | null }
const status = (state: 1 | 2 | 3 | 4 | 5 | 6, { game = 1, flags = 0, speed = 160, number = null }: Line = {}) =>
  writeStatus({ state, game, number, flags, speed, rotor: 'clockwise' })

const game = ['2', '3', '4'].map((state) => status(Number(state) as 2 | 3 | 4))
const rest = [' 7', status(5, { number: '7' })]

test('where the betting time is known, the round opens with the time when it closes', async () => {
  const { at, view, host } = await wheelAt(27_000)
  await at(0, status(1), status(2))
  expect(view()).toMatchObject({ phase: 'betting-open', openedAt: later(0), closesAt: later(27) })
  await at(21, status(3))
  expect(view()).toMatchObject({ phase: 'ball-spinning', openedAt: later(0), closesAt: later(27) })
  await at(28, status(4))
  expect(view()).toMatchObject({ phase: 'betting-closed', openedAt: null, closesAt: null })
  expect(host.stopped).toBeNull()
})

test('where it is not known, nothing is announced', async () => {
  const { at, view } = await wheelAt()
  await at(0, status(1), status(2))
  expect(view()).toMatchObject({ phase: 'betting-open', openedAt: later(0), closesAt: null })
})

test('a round that waited for the one before it closes when its game does', async () => {
  const { at, view, host } = await wheelAt(27_000)
  await at(0, status(1), ...game, ...rest)
  expect(view().phase).toBe('outcome-determined')
  await at(40, status(2, { game: 2, number: '7' }))
  await at(45, status(2, { game: 2, number: '7' }))
  expect(isRefusal(await host.submit({ do: 'settle', by: { role: 'dealer' } }, 'test'))).toBe(false)
  await at(50, status(2, { game: 2, number: '7' }))
  expect(view()).toMatchObject({ round: 2, openedAt: later(50), closesAt: later(67) })
})

test('a rotor beyond its limits is a fault, and an error of the wheel has the words of the house for its number', async () => {
  const { at, alarms, view } = await wheelAt(undefined, {
    limits: { ...usualLimits, rotor: { least: 80, most: 150 } },
    errors: { 12: 'in-rim sensor 2 is dirty' },
  })
  await at(0, status(1), ...game)
  await at(1, '*F 012 E', '*F 13')
  expect(alarms).toEqual([
    { fault: 'rotor-speed', game: 1, detail: '16.0 rpm' },
    { fault: 'wheel-error', game: 1, detail: '012 E: in-rim sensor 2 is dirty' },
    { fault: 'wheel-error', game: 1, detail: '13' },
  ])
  expect(view().phase).toBe('betting-closed')
})

test('the status follows the wheel, and is told when it changes and not at every line', async () => {
  const { at, told, link } = await wheelAt()
  expect(told).toMatchObject([{ connected: true, state: null, ball: null, rotor: null, heardAt: null, faults: [] }])
  await at(1, status(1), status(1, { speed: 164 }), status(1, { speed: 158 }))
  expect(told).toHaveLength(2)
  await at(2, status(2, { speed: 0 }), status(2), status(3), status(4))
  await at(3, ...rest, status(5, { number: '7', flags: 4 }), status(6, { number: '7', speed: 0 }))
  expect(told.slice(1).map(({ state, ball, rotor, warnings }) => [state, ball, rotor, ...warnings].join(' '))).toEqual([
    'start  clockwise',
    'place-your-bets  still',
    'place-your-bets  clockwise',
    'ball-in-rim moving clockwise',
    'no-more-bets moving clockwise',
    'winning-number at-rest clockwise',
    // The fault of the sensor, and the flag itself.
    'winning-number at-rest clockwise',
    'winning-number at-rest clockwise sensor',
    'closed  still',
  ])
  expect(link.status).toMatchObject({ connected: true, heardAt: later(3), faultAt: later(3) })
})

test('a silence is told with the time of the last line, until the wheel speaks again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { at, told, link } = await wheelAt()
  await at(1, status(1))
  vi.advanceTimersByTime(3_000)
  const faults = [{ fault: 'silence', game: 1 }]
  expect(told.at(-1)).toMatchObject({ connected: false, heardAt: later(1), faults })
  await at(5, status(1))
  expect(told.at(-1)).toMatchObject({ connected: true, heardAt: later(5), faults })
  expect(link.status).toBe(told.at(-1))
})

test('a lost connection is told at once, and is one alarm however often it is tried', async () => {
  const { at, told, alarms, lose } = await wheelAt()
  await at(1, status(1))
  const loss: Loss = { fault: 'connection-lost', where: 'wheel:4000', why: 'ECONNREFUSED' }
  const closing: Loss = { fault: 'connection-closed', where: 'wheel:4000' }
  for (let attempt = 0; attempt < 3; attempt++) lose({ ...loss })
  expect(told.at(-1)).toMatchObject({ connected: false, faults: [loss] })
  await at(2, status(1))
  expect(told.at(-1)).toMatchObject({ connected: true })
  lose(closing)
  expect(told.at(-1)).toMatchObject({ connected: false, faultAt: later(2) })
  expect(alarms).toEqual([loss, closing])
})

test('when the lines end, the wheel is away', async () => {
  const { at, told, wire } = await wheelAt()
  await at(1, status(1))
  await wire.close()
  await turns()
  expect(told.at(-1)).toMatchObject({ connected: false, state: 'start', heardAt: later(1) })
})

test('the house may say how long the bets of its wheel stay open', () => {
  const planned = (wheel: object) =>
    plansOf({ ...readConfig({}, {}), tables: [{ ...quietTables[1], wheel }] }, bookById)[0]!.wheel!()
  expect(planned({ tcp: 'wheel:4000', bettingSeconds: 27.5 }).bettingMs).toBe(27_500)
  expect(planned({ serial: '/dev/ttyS0', bettingSeconds: 30 }).bettingMs).toBe(30_000)
  expect(planned({ tcp: 'wheel:4000' }).bettingMs).toBeUndefined()
  // Twenty seconds of its own for betting, and seven with the ball in the rim.
  expect(planned({ simulated: 10 }).bettingMs).toBe(2_700)
  for (const wheel of [{ simulated: -1 }, { simulated: 0 }, { simulated: Number.NaN }, { simulated: 1e300 }])
    expect(() => planned(wheel)).toThrow('tables[0].wheel')
  for (const tcp of ['nonsense', 'h:99999', 'h:0', ':4000']) expect(() => planned({ tcp })).toThrow('tables[0].wheel')
  for (const bettingSeconds of [0, -1, 3_601, '27', null, Number.NaN])
    expect(() => planned({ tcp: 'wheel:4000', bettingSeconds })).toThrow('tables[0].wheel.bettingSeconds')
})
