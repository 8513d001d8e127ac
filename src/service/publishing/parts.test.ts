import { describe, expect, test, vi } from 'vitest'
import { tableOf } from '../../../test/support/engine.ts'
import { turns as fewTurns } from '../../../test/support/service.ts'
import type { TableEvent } from '../../engine/events.ts'
import { evolve } from '../../engine/evolve.ts'
import type { Cents } from '../../engine/money.ts'
import type { Line } from '../../engine/settlement.ts'
import { type Listener, Listeners, type PendingAnswer, SendQueue } from './listeners.ts'
import { News, SeatNews } from './news.ts'
import { PublicRecord, type PublishedTable } from './public-record.ts'
import { StaffTurns, Turns } from './turns.ts'

const cents = (amount: number) => amount as Cents
const placed = (player: string, spot: string): TableEvent => ({
  type: 'wager-placed',
  round: 1,
  player,
  spot,
  stake: cents(100),
  total: cents(100),
  book: 'b',
})
const opened: TableEvent = { type: 'betting-opened', round: 1, book: 'b', clause: '1' }
const lost: Omit<Line, 'player'> = {
  spot: '7',
  stake: cents(100),
  result: 'lost',
  pays: 0,
  clause: '1',
  paid: cents(0),
  collected: cents(100),
  returned: cents(0),
}
const settled = (...players: string[]): TableEvent => ({
  type: 'round-settled',
  round: 1,
  pocket: '7',
  clause: '1',
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

  test('a ruling touches everything of its player: it may take back one that had moved chips to any other spot', () => {
    const news = new News()
    const by = { role: 'pit-supervisor', name: 'pat' } as const
    const ruling = { ruling: 1, treatment: 'stands', reason: 'r', by, clause: '1' } as const
    news.note({ type: 'wager-ruled', round: 1, player: 'ann', spot: '7', ...ruling })
    expect([...news.take().touched]).toEqual([['ann', null]])
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

/** A table as it is on disk, changed by hand. */
function tableByHand() {
  const { book, state } = tableOf('mbs/roulette@3')
  const table = { id: 't', book, state, version: 1, stopped: null as Error | null, now: () => 'now', watch: () => {} }
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
    table.version = 2
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

  test('in order, and not to whoever left', async () => {
    const heard: string[] = []
    const here = new Set<Listener>()
    const queue = new SendQueue((listener) => here.has(listener))
    const [one, two] = [ear(heard, 'one'), ear(heard, 'two')]
    here.add(one).add(two)
    void queue.send([one, two], text('first'))
    here.delete(two)
    await queue.send([one], text('second'))
    expect(heard).toEqual(['one first', 'one second'])
  })
})

describe('answers that leave with what they changed', () => {
  const asker = (heard: string[], player = 'ann'): Listener => ({
    audience: 'player',
    player,
    send: (text) => heard.push(String(text)),
  })

  const answersOf = (listener: Listener, ...ids: string[]) => {
    const sent: string[] = []
    const answers: PendingAnswer[] = ids.map((id) => ({ answer: { id }, sent: () => sent.push(id) }))
    return { sent, answers: new Map([[listener, answers]]) }
  }
  const changes = (_: Listener, answer?: object) => JSON.stringify({ answer, changes: [] })

  test('the last of several goes with the changes, the others before it; each is said to have left', async () => {
    const heard: string[] = []
    const ann = asker(heard)
    const { sent, answers } = answersOf(ann, '0', '1')
    await new SendQueue(() => true).send([ann], changes, answers)
    expect(heard).toEqual(['{"answer":{"id":"0"}}', '{"answer":{"id":"1"},"changes":[]}'])
    expect(sent).toEqual(['0', '1'])
  })

  test('where nothing is published any more, the answer leaves alone', async () => {
    const heard: string[] = []
    const { sent, answers } = answersOf(asker(heard), '0')
    await new SendQueue(() => true).send([], changes, answers)
    expect([heard, sent]).toEqual([['{"answer":{"id":"0"}}'], ['0']])
  })
})

describe('turns: when it is told', () => {
  test('changes in one turn of the event loop are published together', async () => {
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

  test('they do not pile up: while somebody is being told nothing is arranged, and then what was gathered is told', async () => {
    const done: (() => void)[] = []
    let hasNews = true
    const turns = new Turns(
      () => hasNews,
      () => new Promise<void>((resolve) => done.push(resolve)),
    )
    turns.now()
    turns.arrange()
    await fewTurns()
    expect(done).toHaveLength(1)
    done[0]!()
    await fewTurns()
    expect(done).toHaveLength(2)
    hasNews = false
    done[1]!()
    await fewTurns()
    expect(done).toHaveLength(2)
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
