import { afterEach, describe, expect, test } from 'vitest'
import { clientOf } from '../../../../test/postgres/cable.ts'
import { freshStore } from '../../../../test/postgres/fresh-store.ts'
import { PgBouncer, withoutPgBouncer } from '../../../../test/postgres/pgbouncer.ts'
import { allOf } from '../../../record/journal-reader.ts'
import { JournalUnusable } from '../journal.ts'
import { openReader } from '../reader.ts'
import { postgresJournal } from './postgres.ts'

let pooler: PgBouncer | null = null
afterEach(async () => {
  await pooler?.close()
  pooler = null
})

const refused =
  / cannot be used: a pooler that gives each transaction another session, such as PgBouncer in transaction mode, answers there; set pool_mode = session, or connect to PostgreSQL itself$/

describe(withoutPgBouncer ? `PgBouncer, not tried: ${withoutPgBouncer}` : 'behind PgBouncer', () => {
  test.skipIf(withoutPgBouncer).for(['transaction', 'statement'] as const)(
    'in %s mode a store is refused in one line, to write and to read, and nothing is made there',
    async (mode) => {
      const store = await freshStore()
      pooler = await PgBouncer.before(store, mode)
      for (const open of [postgresJournal, openReader]) {
        const error = await open(pooler.store).then(
          () => expect.unreachable('it was opened'),
          (error: Error) => error,
        )
        expect(error).toBeInstanceOf(JournalUnusable)
        expect(error.message).toMatch(refused)
        expect(error.message).not.toContain('\n')
      }
      const client = await clientOf(store)
      const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [
        new URL(store).searchParams.get('schema'),
      ])
      await client.end()
      expect(rows).toEqual([])
    },
  )

  test.skipIf(withoutPgBouncer)(
    'in session mode it is a store as any other, also after its sessions ended',
    async () => {
      const store = await freshStore()
      pooler = await PgBouncer.before(store, 'session')
      const journal = await postgresJournal(pooler.store)
      const heard: number[] = []
      journal.follow((_, seq) => void heard.push(seq))
      await journal.append([{ stream: 'a', seq: 1, body: 'one' }])
      const admin = await clientOf(store)
      for (let seq = 2; seq <= 4; seq++) {
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'croupier' AND query LIKE '%FROM place%'",
        )
        await journal.append([{ stream: 'a', seq, body: `number ${seq}` }])
      }
      await admin.end()
      expect((await allOf(journal.pages('a'))).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      const other = await postgresJournal(pooler.store)
      await other.append([{ stream: 'a', seq: 5, body: 'five' }])
      await expect.poll(() => heard.at(-1)).toBe(5)
      await Promise.all([journal.close(), other.close()])
    },
  )
})
