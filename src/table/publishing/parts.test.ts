import { describe, expect, test, vi } from 'vitest'
import type { TableEvent } from '../../engine/events.ts'
import { evolve } from '../../engine/evolve.ts'
import type { Cents } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import { tableOf } from '../../engine/testing.ts'
import { turns as fewTurns } from '../testing.ts'
import { HeldAnswers, TurnAnswers } from './held-answers.ts'
import { type Listener, Listeners } from './listeners.ts'
import { News } from './news.ts'
import { PublicRecord } from './public-record.ts'
import type { PublishedTable } from './published-table.ts'
import { SeatNews } from './seat-news.ts'
import { SendQueue } from './send-queue.ts'
import { StaffTurns } from './staff-turns.ts'
import { Turns } from './turns.ts'

const cents = (amount: number) => amount as Cents
const placed = (player: string, spot: string): TableEvent => ({
  ...{ type: 'wager-placed', round: 1, player, spot, stake: cents(100), total: cents(100), book: 'b' },
})
const opened: TableEvent = { type: 'betting-opened', round: 1, book: 'b', clause: '1' }
const lost: Omit<Line, 'player'> = {
  ...{ spot: '7', stake: cents(100), result: 'lost', pays: 0, clause: '1' },
  ...{ paid: cents(0), collected: cents(100), returned: cents(0) },
}
const settled = (...players: string[]): TableEvent => ({
  ...{ type: 'round-settled', round: 1, pocket: '7', clause: '1' },
  lines: players.map((player) => ({ ...lost, player })),
})

describe('news: what changed for players', () => {
  test('spots gather by player, and are no news once they were taken', () => {
    const news = new News()
    for (const event of [placed('ann', '7'), placed('ann', '8'), placed('bob', '7')]) news.note(event)
    const { touched, isConcluded } = news.take()
    expect([...touched]).toEqual([
      ['ann', new Set(['7', '8'])],
      ['bob', new Set(['7'])],
    ])
    expect(isConcluded).toBe(false)
    expect(news.isEmpty).toBe(true)
    expect(news.take().touched.size).toBe(0)
  })

  test('a round that comes out touches everything of those who played, and a spot after it takes nothing back', () => {
    const news = new News()
    for (const event of [placed('ann', '7'), settled('ann'), placed('ann', '8')]) news.note(event)
    const { touched, isConcluded } = news.take()
    expect([...touched]).toEqual([['ann', null]])
    expect(isConcluded).toBe(true)
    expect(news.take().isConcluded).toBe(false)
  })

  test('a wager that is moved touches the spot it came from and the spot it went to', () => {
    const news = new News()
    const by = { role: 'pit-supervisor', name: 'pat' } as const
    const ruling = { treatment: 'moved', to: '8', reason: 'r', by, clause: '1' } as const
    news.note({ type: 'wager-ruled', round: 1, player: 'ann', spot: '7', ...ruling })
    expect([...news.take().touched]).toEqual([['ann', new Set(['7', '8'])]])
  })
})

describe('news of seats', () => {
  test('a wager is not urgent, what everybody sees is, until it is arranged', () => {
    const news = new SeatNews()
    news.note(placed('ann', '7'))
    expect([news.isUrgent, news.isEmpty]).toEqual([false, false])
    news.note(opened)
    expect(news.isUrgent).toBe(true)
    news.calm()
    expect(news.isUrgent).toBe(false)
    expect(news.take()).toEqual({ players: ['ann'], hasPayouts: true })
    expect(news.take()).toEqual({ players: [], hasPayouts: false })
  })
})

describe('listeners: for whom', () => {
  const listener = (audience: Listener['audience'], player: string | null = null): Listener => ({
    audience,
    player,
    send() {},
  })

  test('a player is here while one of their screens is', () => {
    const listeners = new Listeners()
    const [one, two] = [listener('player', 'ann'), listener('player', 'ann')]
    for (const each of [one, two]) listeners.add(each)
    expect(listeners.of('ann')).toEqual([one, two])
    listeners.remove(one)
    expect([...listeners.players]).toEqual(['ann'])
    listeners.remove(two)
    expect([listeners.players.size, listeners.size]).toEqual([0, 0])
    expect(listeners.of('ann')).toEqual([])
  })

  test('dealer and pit are staff, the wall and players are not', () => {
    const listeners = new Listeners()
    const all = [listener('display'), listener('player', 'ann'), listener('dealer'), listener('pit')]
    for (const each of all) listeners.add(each)
    expect(listeners.staff()).toEqual(all.slice(2))
    expect(listeners.everybody()).toEqual(all)
  })
})

/** A table that is told by hand what is decided and what is on disk. */
function tableByHand() {
  const { book, state } = tableOf('mbs/roulette@3')
  const waiting: { seq: number; go: () => void; fail: (error: Error) => void }[] = []
  const table = {
    ...{ id: 't', book, state, seq: 1, durable: 1, stopped: null as Error | null, now: () => 'now' },
    afterDurable(seq: number, go: () => void, fail: (error: Error) => void = () => {}) {
      if (table.stopped) fail(table.stopped)
      else if (table.durable >= seq) go()
      else waiting.push({ seq, go, fail })
    },
    onDecided: () => {},
    onStopped: () => {},
    write(seq: number) {
      table.durable = seq
      for (const { go } of waiting.splice(0)) go()
    },
    stop() {
      table.stopped = new Error('the disk is full')
      for (const { fail } of waiting.splice(0)) fail(table.stopped)
    },
  }
  return table satisfies PublishedTable
}

describe('the public record', () => {
  test('only the fields that are not what they were, once; and whoever comes back hears them by version', () => {
    const table = tableByHand()
    const record = new PublicRecord(table)
    record.touch()
    record.catchUp()
    expect(record.hasNews).toBe(false)
    table.state = evolve(table.state, opened)
    table.seq = 2
    record.touch()
    record.catchUp()
    const changes = record.take()
    expect(changes).toHaveLength(1)
    expect(Object.keys(changes[0]!)).not.toContain('title')
    expect(record.take()).toEqual([])
    expect(record.since(1)).toEqual(changes)
    expect(record.since(2)).toEqual([])
    expect([record.since(0), record.since(3)]).toEqual([null, null])
  })
})

describe('the queue: how it is sent', () => {
  const ear = (heard: string[], name: string): Listener => ({
    audience: 'display',
    player: null,
    send: (text) => heard.push(`${name} ${text}`),
  })
  const text = (words: string) => () => Buffer.from(words)

  test('in order, each when it is on disk, and not to whoever left', async () => {
    const [table, heard] = [tableByHand(), [] as string[]]
    const here = new Set<Listener>()
    const queue = new SendQueue(table, (listener) => here.has(listener))
    const [one, two] = [ear(heard, 'one'), ear(heard, 'two')]
    here.add(one).add(two)
    void queue.send([one, two], text('first'), 2)
    const all = queue.send([one], text('second'), 1)
    await fewTurns()
    expect(heard).toEqual([])
    here.delete(two)
    table.write(2)
    await all
    expect(heard).toEqual(['one first', 'one second'])
  })

  test('what was not on disk when the table stopped is never sent; that it stopped is', async () => {
    const [table, heard] = [tableByHand(), [] as string[]]
    const queue = new SendQueue(table, () => true)
    const one = ear(heard, 'one')
    void queue.send([one], text('gone'), 2)
    queue.sendStopped([one], Buffer.from('stopped'))
    await fewTurns()
    table.stop()
    await vi.waitFor(() => expect(heard).toEqual(['one stopped']))
  })
})

describe('answers that leave with what they changed', () => {
  const asker = (heard: string[], player = 'ann'): Listener => ({
    ...{ audience: 'player', player },
    send: (text) => heard.push(String(text)),
  })

  test('an answer is held only where the command, while it is decided, touches whoever asks', () => {
    const answers = new HeldAnswers()
    const ann = asker([])
    expect(answers.asking(ann, () => answers.note([['bob', '7']])).held).toBeNull()
    const { held } = answers.asking(ann, () => answers.note([['ann', '7']]))
    expect(held).not.toBeNull()
    answers.note([['ann', '8']])
    expect([...answers.take()!.byListener]).toEqual([[ann, [held]]])
    expect(answers.take()).toBeNull()
  })

  async function sent(stops: boolean) {
    const [table, heard] = [tableByHand(), [] as string[]]
    const ann = asker(heard)
    const queue = new SendQueue(table, () => true)
    const answers = new TurnAnswers()
    const held = [answers.hold(ann), answers.hold(ann)]
    const all = queue.send([ann], () => Buffer.from('{"changes":[]}'), 2, answers)
    if (stops) table.stop()
    else table.write(2)
    await fewTurns()
    expect(heard).toEqual([])
    const left = Promise.all(held.map((one, nth) => new Promise<void>((done) => one.give(`{"id":"${nth}"}`, done))))
    await Promise.all([all, left])
    return heard
  }

  test('the last of several goes with the changes, the others before it', async () => {
    expect(await sent(false)).toEqual(['{"answer":{"id":"0"}}', '{"answer":{"id":"1"},"changes":[]}'])
  })

  test('when the table stops each is told, and what changed is not', async () => {
    expect(await sent(true)).toEqual(['{"answer":{"id":"0"}}', '{"answer":{"id":"1"}}'])
  })
})

describe('turns: when it is told', () => {
  test('what comes in one turn of the event loop is told together', async () => {
    let count = 0
    const turns = new Turns(
      () => true,
      async () => void count++,
    )
    for (let nth = 0; nth < 5; nth++) turns.arrange()
    expect(count).toBe(0)
    await new Promise(setImmediate)
    expect(count).toBe(1)
  })

  test('they do not pile up: while too many wait nothing is arranged, and then what was gathered is told', async () => {
    const done: (() => void)[] = []
    let hasNews = true
    const turns = new Turns(
      () => hasNews,
      () => new Promise<void>((resolve) => done.push(resolve)),
    )
    while (!turns.areFull) turns.now()
    const many = done.length
    turns.arrange()
    await fewTurns()
    expect(done).toHaveLength(many)
    done[0]!()
    await fewTurns()
    expect(done).toHaveLength(many + 1)
    hasNews = false
    done[1]!()
    await fewTurns()
    expect(done).toHaveLength(many + 1)
  })

  test('staff are told after a while, however much comes, and at once when it is urgent', () => {
    vi.useFakeTimers()
    let count = 0
    const turns = new StaffTurns(() => count++)
    for (let nth = 0; nth < 5; nth++) turns.arrange(false)
    vi.advanceTimersByTime(99)
    expect(count).toBe(0)
    vi.advanceTimersByTime(1)
    expect(count).toBe(1)
    turns.arrange(false)
    turns.arrange(true)
    vi.advanceTimersByTime(0)
    expect(count).toBe(2)
    turns.arrange(false)
    turns.close()
    vi.advanceTimersByTime(1_000)
    expect(count).toBe(2)
    vi.useRealTimers()
  })
})
