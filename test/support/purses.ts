import type { StreamKind } from '../../src/service/stream/stream-kind.ts'

/** A purse: the smallest stream that can refuse. */
export type Purse = { balance: number; entries: number }
export type Move = { add: number; id?: string; at?: string }
export type Moved = { moved: number }
export type Said = { balance: number } | { refused: 'too-little' | 'id-taken' }
export type Line = {
  at: string
  actor: string
  move: Move
  events: readonly Moved[]
  said: Said
  beside?: { stream: string; seq: number }
}

type PurseKind = StreamKind<Purse, Move, Moved, Said, Line>

export const purses = (changes: Partial<PurseKind> = {}): PurseKind => ({
  fresh: { balance: 0, entries: 0 },
  snapshotAfter: () => Number.POSITIVE_INFINITY,
  decide({ balance }: Purse, { add }: Move) {
    if (!Number.isFinite(add)) throw new Error('a bug')
    if (balance + add >= 0)
      return { events: [{ moved: add }], answer: { balance: balance + add }, isRefused: false, record: 'always' }
    return { events: [], answer: { refused: 'too-little' }, isRefused: true, record: add < -100 ? 'noted' : 'never' }
  },
  remember: (memory, { events }) => ({
    balance: events.reduce((sum, { moved }) => sum + moved, memory!.balance),
    entries: memory!.entries + 1,
  }),
  entryOf: (_, { at, actor, command }, { events, answer }, beside) => ({
    at,
    actor,
    move: command,
    events,
    said: answer,
    ...(beside ? { beside } : {}),
  }),
  write: (line: Line) => JSON.stringify(line),
  read: (body: string) => JSON.parse(body) as Line,
  answerOf: ({ actor, move: { id }, said, beside }: Line) =>
    id === undefined ? null : { actor, id, answer: said, ...(beside ? { beside } : {}) },
  isSameRequest: ({ move }, { add }) => move.add === add,
  idTaken: () => ({ refused: 'id-taken' }),
  *writeSnapshot(memory: Purse, hash: string) {
    yield
    return JSON.stringify({ memory, hash })
  },
  async readSnapshot({ seq, body }, entryAt) {
    const snapshot = JSON.parse(body) as { memory: Purse; hash: string }
    return snapshot.hash === (await entryAt(seq))?.hash ? snapshot.memory : null
  },
  isGoodMoment: () => true,
  prepare: () => null,
  ...changes,
})
