import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Cable, clientOf, sql } from '../../../../test/postgres/cable.ts'
import { freshStore } from '../../../../test/postgres/fresh-store.ts'
import { PostgresServer } from '../../../../test/postgres/server.ts'
import { readStore } from '../../../../test/support/journal.ts'
import { within } from '../../../../test/support/service.ts'
import { allOf, entryAt } from '../../../record/journal-reader.ts'
import type { Append } from '../../../record/stored-entry.ts'
import { EntryDamaged, type Journal, JournalConflict, JournalUnusable, LeaseLost, StoreFault } from '../journal.ts'
import { LEASE_MS } from '../leases.ts'
import { openStore } from '../open-store.ts'
import { openReader } from '../reader.ts'
import { readPostgresAddress } from './address.ts'
import { Appender } from './appender.ts'
import { loadDriver } from './driver.ts'
import { Line } from './line.ts'
import { type PostgresOptions, postgresJournal } from './postgres.ts'
import { Primary } from './primary.ts'
import { type ServerFacts, serverProblem } from './server-checks.ts'

const entry = (stream: string, seq: number, body = `${stream} ${seq}`): Append => ({ stream, seq, body })
const run = (stream: string, from: number, to: number): Append[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => entry(stream, from + nth))

const using = async <T>(store: string, work: (journal: Journal) => Promise<T>, options: PostgresOptions = {}) => {
  const journal = await postgresJournal(store, options)
  return work(journal).finally(() => journal.close())
}

/** The one line that the caller of a refused open receives. */
const refusalOf = async (store: string): Promise<string> => {
  const refusal = await using(store, async () => 'opened').catch((error) =>
    error instanceof JournalUnusable ? error.message : `not in words: ${error.stack}`,
  )
  expect(refusal).not.toContain('\n')
  expect(refusal).not.toContain('secret')
  return refusal
}

describe('an address that is none', () => {
  test.each([
    ['postgres://', 'names no database'],
    ['postgres:///house', 'names no host'],
    ['postgres://croupier:secret@db.example', 'names no database'],
    ['postgres://db.example:99999/house', '99999 is not a port'],
    ['postgres://a:b:c/house', 'is not a host'],
    ['postgres://a,,b/house', 'names no host'],
    ['postgres://db.example/house?ssl=on', 'there is no option ssl'],
    ['postgres://db.example/house?sslmode=perhaps', 'sslmode must be one of'],
    ['postgres://db.example/house?sslrootcert=/not/there', 'sslrootcert cannot be read: ENOENT'],
    ['postgres://db.example/house?schema=Drop%20me', 'a schema is named by'],
    ['postgres://db.example/%zz', 'is not followed by two digits'],
  ])('%s: %s', async (store, what) => {
    expect(await refusalOf(store)).toContain(what)
  })

  test('a host that is not there, and a port where nobody is', async () => {
    expect(await refusalOf('postgres://croupier@nobody.invalid/house')).toMatch(
      /there is no such host|cannot be looked up/,
    )
    expect(await refusalOf('postgres://croupier@127.0.0.1:1/house')).toContain('nobody answers there')
    expect(await refusalOf('postgres://croupier@127.0.0.1:1,127.0.0.1:2/house')).toMatch(
      /127\.0\.0\.1:1: nobody answers there; 127\.0\.0\.1:2: nobody answers there/,
    )
  })
})

const sound: ServerFacts = {
  version: 180_004,
  versionName: '18.4',
  isStandby: false,
  isReadOnly: false,
  fsync: 'on',
  synchronousCommit: 'on',
  fullPageWrites: 'on',
  encoding: 'UTF8',
  timeline: 1,
  pid: 1,
  since: '',
}

test.each([
  [{ version: 140_020, versionName: '14.20' }, 'it is PostgreSQL 14.20, and 15 is the oldest that will do'],
  [{ encoding: 'LATIN1' }, 'must be in UTF8'],
  [{ synchronousCommit: 'remote_apply' }, null],
  [{}, null],
] as const)('a server that says %o: %s', (facts, problem) => {
  const found = serverProblem({ ...sound, ...facts })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toContain(problem)
})

describe('a server that could lose what it acknowledged, or lets nobody in', () => {
  let server: PostgresServer
  const at = (who: string, database = 'postgres') => `postgres://${who}@127.0.0.1:${server.port}/${database}`
  const owner = () => at('croupier:secret')

  beforeAll(async () => {
    server = await PostgresServer.start('secret')
  })
  afterAll(() => server.remove())

  test('a wrong password, none, a user who is not there, a database that is not there', async () => {
    expect(await refusalOf(at('croupier:wrong'))).toContain('the password of croupier is wrong')
    expect(await refusalOf(at('croupier'))).toContain('croupier needs a password')
    expect(await refusalOf(at('nobody:secret'))).toContain('the password of nobody is wrong')
    expect(await refusalOf(at('croupier:secret', 'none'))).toContain(
      'there is no database none; createdb none makes one',
    )
  })

  test('a user who may not make a schema, or who may only read', async () => {
    await sql(owner(), "CREATE ROLE guest LOGIN PASSWORD 'secret'")
    expect(await refusalOf(at('guest:secret'))).toContain('the schema croupier cannot be made in the store')
    await sql(
      owner(),
      "CREATE ROLE reading LOGIN PASSWORD 'secret'; ALTER ROLE reading SET default_transaction_read_only = on",
    )
    expect(await refusalOf(at('reading:secret'))).toContain('it may only be read')
  })

  test.each([
    ['fsync', 'a power cut would lose what was acknowledged'],
    ['synchronous_commit', 'a crash would lose what was acknowledged'],
    ['full_page_writes', 'a power cut could tear its pages'],
  ])('%s = off', async (setting, why) => {
    await sql(owner(), `ALTER SYSTEM SET ${setting} = off`)
    await sql(owner(), 'SELECT pg_reload_conf()')
    await expect.poll(() => refusalOf(owner())).toContain(`it runs with ${setting} = off: ${why}`)
    await sql(owner(), `ALTER SYSTEM RESET ${setting}`)
    await sql(owner(), 'SELECT pg_reload_conf()')
    await expect.poll(() => refusalOf(owner())).toBe('opened')
  })

  test('a session that the server ends is opened again, every time', async () => {
    const store = owner()
    await using(store, async (journal) => {
      for (let seq = 1; seq <= 5; seq++) {
        const ending = sql(
          store,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND query LIKE '%FROM place%'",
        )
        await Promise.all([journal.append([entry('a', seq)]), ending])
      }
      expect((await allOf(journal.pages('a'))).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    })
  })

  test('TLS: whose certificate is good, whose is not, and a server that has none', async () => {
    const certificate = (name: string) =>
      fileURLToPath(new URL(`../../../../test/certificates/${name}.cert.pem`, import.meta.url))
    const by = (options: string) => refusalOf(`${owner()}?${options}`)
    expect(await by('sslmode=require')).toContain('TLS: The server does not support SSL connections')
    await server.speakTls('first')
    await expect.poll(() => by('sslmode=require')).toBe('opened')
    expect(await by('sslmode=verify-full')).toMatch(/cannot be used: TLS: .*self-signed/)
    expect(await by(`sslmode=verify-full&sslrootcert=${certificate('second')}`)).toMatch(/cannot be used: TLS: /)
    const good = `${owner()}?sslmode=verify-full&sslrootcert=${certificate('first')}`
    await using(good, async (journal) => {
      await journal.append([entry('tls', 1)])
      const open =
        "SELECT count(*)::int AS open FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'croupier' AND NOT ssl"
      expect(await sql(owner(), open)).toEqual([{ open: 0 }])
    })
  })

  test('no connection left', async () => {
    await sql(owner(), "CREATE ROLE lonely LOGIN PASSWORD 'secret' CONNECTION LIMIT 0")
    expect(await refusalOf(at('lonely:secret'))).toContain('it has no connection left')
  })
})

describe('a schema', () => {
  test('of somebody else is left alone', async () => {
    const store = await freshStore()
    const schema = new URL(store).searchParams.get('schema')
    await sql(store, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.invoices (id int)`)
    expect(await refusalOf(store)).toMatch(
      /holds content that is not Croupier's: table invoices; name another with \?schema=/,
    )
    expect(await sql(store, 'SELECT * FROM invoices')).toEqual([])
  })

  test.each([
    ['ALTER TABLE journal ADD COLUMN note text', 'table journal'],
    ['CREATE VIEW balances AS SELECT 1', 'view balances'],
    ['CREATE RULE silent AS ON INSERT TO journal DO INSTEAD NOTHING', 'rule silent on journal'],
    [
      'CREATE FUNCTION rich() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$; CREATE TRIGGER rich BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION rich()',
      'trigger rich on journal',
    ],
    ['DROP INDEX journal_first_key', 'no index journal_first_key'],
  ])('into which somebody put something is not written: %s', async (change, what) => {
    const store = await freshStore()
    await using(store, (journal) => journal.append([entry('a', 1)]))
    await sql(store, change)
    expect(await refusalOf(store)).toContain(what)
    const reader = await openReader(store)
    expect(await reader.strangers()).toContain(what)
    await reader.close()
  })

  test('of a newer version is left as it is, also to be read', async () => {
    const store = await freshStore()
    await using(store, async () => {})
    await sql(store, "UPDATE about SET value = '99' WHERE name = 'schema'")
    expect(await refusalOf(store)).toContain(
      'written by a newer version of Croupier (its schema is 99; this one knows 1)',
    )
    await expect(openReader(store)).rejects.toThrow('newer version')
  })

  test('of before the release is refused in one line, also to be read', async () => {
    const store = await freshStore()
    await using(store, async () => {})
    await sql(store, "UPDATE about SET name = 'version', value = '2' WHERE name = 'schema'")
    expect(await refusalOf(store)).toContain('it was written before the first release of Croupier')
    await expect(openReader(store)).rejects.toThrow('before the first release')
  })

  test('is made once, however many nodes are started at once', async () => {
    const store = await freshStore()
    const journals = await Promise.all(Array.from({ length: 5 }, () => openStore(store)))
    await journals[0]!.append([entry('a', 1)])
    expect(await journals[4]!.streams()).toEqual(['a'])
    await Promise.all(journals.map((journal) => journal.close()))
  })

  test('that holds nothing is no journal to a reader', async () => {
    const store = await freshStore()
    await expect(openReader(store)).rejects.toThrow('holds no journal')
  })
})

test('a journal that has lost its end, by what was signed of it, is not gone on with', async () => {
  const store = await freshStore()
  await using(store, async (journal) => {
    await journal.append(run('a', 1, 5))
    await journal.saveCheckpoint('a', { size: 5, note: 'signed' })
  })
  expect(await refusalOf(store)).toBe('opened')
  await sql(store, 'DELETE FROM journal WHERE seq > 3')
  const refusal = await refusalOf(store)
  expect(refusal).toContain('has lost its end: a has 3 entries, and 5 were signed')
  expect(refusal).toContain('croupier move --from FOLDER --to ADDRESS')
  expect(refusal).not.toContain('croupier.db')
})

describe('an entry that was changed', () => {
  const SECRET = '778899001122334455'

  test.each([
    ['in its body', "UPDATE journal SET body = replace(body, '77', '78') WHERE stream = 'a' AND seq = 12"],
    ['in its hash', "UPDATE journal SET hash = reverse(hash) WHERE stream = 'a' AND seq = 12"],
    ['and is gone', "DELETE FROM journal WHERE stream = 'a' AND seq = 12"],
  ])('%s is named by its number, without what it holds; other streams are read', async (_, change) => {
    const store = await freshStore()
    await using(store, async (journal) => {
      await journal.append([...run('a', 1, 20).map((one) => ({ ...one, body: SECRET })), ...run('b', 1, 5)])
      await sql(store, change)
      const error = await allOf(journal.pages('a')).then(String, (error) => error)
      expect(error).toBeInstanceOf(EntryDamaged)
      expect(error).toMatchObject({
        stream: 'a',
        seq: 12,
        message: expect.stringContaining('entry 12 of a is damaged'),
      })
      expect(error.message).not.toContain(SECRET.slice(0, 6))
      expect(await allOf(journal.pages('b'))).toHaveLength(5)
    })
  })

  test('before the last is not built upon', async () => {
    const store = await freshStore()
    await using(store, async (journal) => {
      await journal.append(run('a', 1, 5))
      await sql(store, "UPDATE journal SET hash = reverse(hash) WHERE stream = 'a' AND seq = 5")
      await expect(journal.append([entry('a', 6)])).rejects.toThrow(JournalConflict)
    })
  })
})

describe('when the way to the database is lost', () => {
  test('an append whose answer was lost is neither repeated nor forgotten', async () => {
    const { cable, store } = await Cable.to(await freshStore())
    await using(store, async (journal) => {
      await journal.append(run('a', 1, 3))
      for (let seq = 4; seq < 10; seq++) {
        const lost = cable.loseNextAnswer()
        await Promise.all([journal.append([entry('a', seq)]), within(10, 'losing an answer', lost)])
      }
      expect((await allOf(journal.pages('a'))).map(({ body }) => body)).toEqual(run('a', 1, 9).map(({ body }) => body))
    })
    await cable.close()
  })

  test('an append that never arrived is made when the way is there again', async () => {
    const { cable, store } = await Cable.to(await freshStore())
    const heard: (string | null)[] = []
    const options = { retryForMs: 60_000, onLost: (why: string | null) => void heard.push(why) }
    await using(
      store,
      async (journal) => {
        await journal.append([entry('a', 1)])
        cable.cut()
        const waiting = journal.append([entry('a', 2)])
        await expect.poll(() => heard.length).toBe(1)
        cable.mend()
        await waiting
        expect(await journal.last('a')).toMatchObject({ seq: 2 })
        expect(heard).toEqual(['the connection was lost', null])
      },
      options,
    )
    await cable.close()
  })

  test('an append that waited too long fails, and the entry of another writer stays', async () => {
    const place = await freshStore()
    const { cable, store } = await Cable.to(place)
    const options = { retryForMs: 100 }
    await using(
      store,
      async (journal) => {
        await journal.append([entry('a', 1)])
        cable.cut()
        const failed = await journal.append([entry('a', 2, 'mine')]).catch((error) => error)
        expect(failed).toBeInstanceOf(StoreFault)
        expect(failed.isPassing).toBe(true)
        await using(place, (other) => other.append([entry('a', 2, 'his')]))
        cable.mend()
        await journal.append([])
        await expect(journal.append([entry('a', 2, 'mine')])).rejects.toThrow(JournalConflict)
        expect((await entryAt(journal, 'a', 2))?.body).toBe('his')
        await journal.append([entry('a', 3)])
      },
      options,
    )
    await cable.close()
  })
})

describe('several nodes on one store', () => {
  const facts = (id: string, startedAt = 'now') => ({
    id,
    address: `http://${id}`,
    link: '',
    version: '1',
    startedAt,
    isDraining: false,
    behind: 0,
  })

  async function two(work: (first: Journal, second: Journal) => Promise<void>, leaseMs = 60_000): Promise<void> {
    const store = await freshStore()
    await using(store, (first) => using(store, (second) => work(first, second), { leaseMs }), { leaseMs })
  }

  test('a lease has one holder; whoever takes it next has the next epoch, and the one before writes no more', () =>
    two(async (first, second) => {
      await first.leases!.beat(facts('one'), [])
      await second.leases!.beat(facts('two'), [])
      const lease = (await first.leases!.take('a', 'one'))!
      expect(lease).toEqual({ stream: 'a', node: 'one', epoch: 1 })
      expect(await second.leases!.take('a', 'two')).toBeNull()
      await first.append([entry('a', 1)], [lease])
      await first.leases!.release(lease)
      const next = (await second.leases!.take('a', 'two'))!
      expect(next.epoch).toBe(2)
      await expect(first.append([entry('a', 2)], [lease])).rejects.toThrow(LeaseLost)
      await expect(first.append([entry('a', 2), entry('house', 1)], [lease])).rejects.toThrow(LeaseLost)
      await second.append([entry('a', 2), entry('house', 1)], [next])
      expect(await first.last('a')).toMatchObject({ seq: 2 })
    }))

  test('one that is handed over is for its heir; a node that left or restarted holds nothing', () =>
    two(async (first, second) => {
      for (const id of ['one', 'two', 'three']) await first.leases!.beat(facts(id), [])
      const lease = (await first.leases!.take('a', 'one'))!
      await first.leases!.release(lease, 'two')
      expect(await second.leases!.take('a', 'three')).toBeNull()
      expect(await second.leases!.take('a', 'two')).toMatchObject({ epoch: 2 })
      await second.leases!.leave('two')
      expect(await second.leases!.take('a', 'three')).toMatchObject({ epoch: 3 })
      await second.leases!.beat(facts('three', 'later'), [])
      expect(await first.leases!.take('a', 'one')).toMatchObject({ epoch: 4 })
    }))

  test("runs out by the database's clock when its node is silent, and not while it beats", () =>
    two(async (first, second) => {
      await first.leases!.beat(facts('one'), [])
      await second.leases!.beat(facts('two'), [])
      const lease = (await first.leases!.take('a', 'one'))!
      const beating = setInterval(() => void first.leases!.beat(facts('one'), [lease]), 100)
      const taking = async () => {
        await second.leases!.beat(facts('two'), [])
        return second.leases!.take('a', 'two')
      }
      const { leases } = await second.leases!.roster()
      expect(leases).toEqual([{ ...lease, leftMs: expect.any(Number), takenAt: expect.any(Number) }])
      for (let nth = 0; nth < 10; nth++) expect(await taking()).toBeNull()
      clearInterval(beating)
      await expect.poll(taking).toMatchObject({ node: 'two', epoch: 2 })
      await expect(first.append([entry('a', 1)], [lease])).rejects.toThrow(LeaseLost)
    }, 1_500))

  describe('whose database clock was set back by an hour, or whose new primary is an hour behind', () => {
    /** All times that were noted before lie ahead by an hour then. */
    const setBack = (store: string) =>
      sql(
        store,
        `UPDATE nodes SET beat_at = beat_at + interval '1 hour', until = until + interval '1 hour';
         UPDATE leases SET taken_at = taken_at + interval '1 hour', heir_until = heir_until + interval '1 hour'`,
      )
    const onStore = async (work: (journal: Journal, store: string) => Promise<void>) => {
      const store = await freshStore()
      await using(store, (journal) => work(journal, store))
    }

    test('a dead node keeps no table: its lease is over, and it counts as gone', () =>
      onStore(async ({ leases }, store) => {
        await leases!.beat(facts('dead'), [])
        expect(await leases!.take('a', 'dead')).toMatchObject({ epoch: 1 })
        await setBack(store)
        const { nodes, leases: found } = await leases!.beat(facts('two'), [])
        expect(nodes.find(({ id }) => id === 'dead')!.ageMs).toBeGreaterThan(LEASE_MS)
        expect(found).toMatchObject([{ stream: 'a', leftMs: 0 }])
        expect(await leases!.take('a', 'two')).toMatchObject({ node: 'two', epoch: 2 })
      }))

    test('a table that was handed to a node is not kept for it', () =>
      onStore(async ({ leases }, store) => {
        for (const id of ['one', 'heir', 'two']) await leases!.beat(facts(id), [])
        await leases!.release((await leases!.take('a', 'one'))!, 'heir')
        await setBack(store)
        await leases!.beat(facts('two'), [])
        expect(await leases!.take('a', 'two')).toMatchObject({ node: 'two', epoch: 2 })
      }))

    test('a living node that has dropped a table does not keep it', () =>
      onStore(async ({ leases }, store) => {
        for (const id of ['one', 'two']) await leases!.beat(facts(id), [])
        const [kept, dropped] = [await leases!.take('a', 'one'), await leases!.take('b', 'one')]
        await setBack(store)
        await leases!.beat(facts('one'), [kept!])
        await leases!.beat(facts('two'), [])
        expect(await leases!.take('a', 'two')).toBeNull()
        expect(await leases!.take('b', 'two')).toMatchObject({ node: 'two', epoch: dropped!.epoch + 1 })
      }))
  })

  test('a race for a lease has one winner', () =>
    two(async (first, second) => {
      await first.leases!.beat(facts('one'), [])
      await first.leases!.beat(facts('two'), [])
      for (let nth = 0; nth < 20; nth++) {
        const taken = await Promise.all([first.leases!.take(`t${nth}`, 'one'), second.leases!.take(`t${nth}`, 'two')])
        expect(taken.filter((lease) => lease !== null)).toHaveLength(1)
      }
    }))

  test.each([
    ['alone', ['a']],
    ['with another stream', ['a', 'house']],
  ])('an append that waits for whoever takes the lease is not written after him: %s', async (_, streams) => {
    const store = await freshStore()
    await using(store, async (journal) => {
      await journal.leases!.beat(facts('one'), [])
      const lease = (await journal.leases!.take('a', 'one'))!
      await journal.append(
        streams.map((stream) => entry(stream, 1)),
        [lease],
      )
      const taker = await clientOf(store)
      await taker.query("BEGIN; UPDATE leases SET epoch = epoch + 1, node = 'two' WHERE stream = 'a'")
      const late = journal.append(
        streams.map((stream) => entry(stream, 2)),
        [lease],
      )
      late.catch(() => {})
      const isWaiting = async () =>
        (await sql(store, "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')")).length
      await expect.poll(isWaiting).toBeGreaterThan(0)
      await taker.query('COMMIT')
      await expect(late).rejects.toThrow(LeaseLost)
      for (const stream of streams) expect(await journal.last(stream)).toMatchObject({ seq: 1 })
      await taker.end()
    })
  })

  test('a lost lease harms nobody who is written together with it', () =>
    two(async (first) => {
      await first.leases!.beat(facts('one'), [])
      const lease = (await first.leases!.take('a', 'one'))!
      const old = { ...lease, epoch: 0 }
      const settled = await Promise.allSettled([
        first.append([entry('b', 1)]),
        first.append([entry('a', 1)], [old]),
        first.append([entry('a', 1)], [lease]),
        first.append([entry('b', 2)]),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    }))

  test('a race for one place has one winner, and a stream has one history', () =>
    two(async (first, second) => {
      for (let seq = 1; seq <= 20; seq++) {
        const tries = [first.append([entry('house', seq, 'one')]), second.append([entry('house', seq, 'two')])]
        const settled = await Promise.allSettled(tries)
        expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(JournalConflict)
      }
      expect(await allOf(first.pages('house'))).toEqual(await allOf(second.pages('house')))
    }))

  test('each hears that a stream grows by the hand of the other, also when the hint was lost', () =>
    two(async (first, second) => {
      const heard = new Map<string, number>()
      const unfollow = second.follow((stream, seq) => void heard.set(stream, seq))
      first.follow(() => {})
      await first.append(run('a', 1, 3))
      await expect.poll(() => heard.get('a')).toBe(3)
      await first.append([entry('a', 4), entry('b', 1)])
      await expect.poll(() => [heard.get('a'), heard.get('b')]).toEqual([4, 1])
      unfollow()
    }))

  test('entries of another node are found by their keys once the stream or a snapshot contains them', () =>
    two(async (first, second) => {
      await expect.poll(() => second.mayHold(7)).toBe(false)
      await first.append([{ ...entry('a', 1), keys: [7] }])
      expect((await second.find('a', 7)).map(({ seq }) => seq)).toEqual([1])
      await first.append([{ ...entry('a', 2), keys: [8, 9] }])
      second.learn([7, 8, 9])
      expect([7, 8, 9, 10].map((key) => second.mayHold(key))).toEqual([true, true, true, false])
      await first.append([{ ...entry('a', 3), keys: [11] }])
      await first.saveSnapshot('a', { seq: 3, body: '{}' })
      await second.snapshot('a')
      expect(second.mayHold(11)).toBe(true)
    }))

  test('all agree on the first value, until it is set again', () =>
    two(async (first, second) => {
      expect(await first.agree('key', 'one')).toBe('one')
      expect(await second.agree('key', 'two')).toBe('one')
      expect(await second.agree('key', 'two', true)).toBe('two')
      expect(await first.agree('key', 'one')).toBe('two')
    }))
})

test('a conflict in one stream while another is looked up stops neither', async () => {
  const store = await freshStore()
  await using(store, async (another) => {
    const line = new Line(new Primary(await loadDriver(), readPostgresAddress(store)))
    const { promise: isLookedUp, resolve: lookedUp } = Promise.withResolvers<void>()
    const turns: Line['use'][] = []
    const appender = new Appender({ use: (ask) => (turns.shift() ?? ((one) => line.use(one)))(ask) } as Line)
    await appender.append([entry('a', 1), entry('house', 1)], [])
    await another.append([entry('house', 2)])
    // The answer to the first comes while the second looks up where its other stream ends.
    turns.push(
      async (ask) => {
        const answer = line.use(ask)
        answer.catch(() => {})
        await isLookedUp
        return answer
      },
      async (ask) => {
        lookedUp()
        await conflicting.catch(() => {})
        return line.use(ask)
      },
    )
    const conflicting = appender.append([entry('house', 2)], [])
    await appender.append([entry('a', 2), entry('b', 1)], [])
    await expect(conflicting).rejects.toThrow(JournalConflict)
    expect((await allOf(another.pages('a'))).map(({ seq }) => seq)).toEqual([1, 2])
    await line.close()
  })
})

test('an append behind entries that another node told of is one statement, and its tree is that of the journal', async () => {
  const store = await freshStore()
  await using(store, async (another) => {
    const line = new Line(new Primary(await loadDriver(), readPostgresAddress(store)))
    let uses = 0
    const use: Line['use'] = (ask) => {
      uses++
      return line.use(ask)
    }
    const appender = new Appender({ use } as Line)
    await appender.append([entry('tickets', 1)], [])
    for (let seq = 2; seq <= 40; seq++) {
      await another.append([entry('tickets', seq)])
      appender.note('tickets', [(await entryAt(another, 'tickets', seq))!])
    }
    uses = 0
    await appender.append([entry('tickets', 41)], [])
    expect(uses).toBe(1)
    // A page is compared with its rows of the tree.
    expect(await allOf(another.pages('tickets'))).toHaveLength(41)
    await line.close()
  })
})

test('no statement reads the whole journal, however it has grown', async () => {
  const store = await freshStore()
  await using(store, async (journal) => {
    // The keys of all that is there are read once, beside everything else: that is over before anything is.
    await expect.poll(() => journal.mayHold(1)).toBe(false)
    for (let from = 1; from < 4_000; from += 400)
      await journal.append(run('a', from, from + 399).map((one) => ({ ...one, keys: [one.seq, 10_000 + one.seq] })))
    expect(await journal.find('a', 7)).toHaveLength(1)
    expect(await journal.find('a', 10_150)).toHaveLength(1)
    expect(await allOf(journal.pages('a', 100, 149))).toHaveLength(50)
    await journal.head('a', 3_999)
    await journal.inclusion('a', 1_234, 3_999)
    await journal.consistency('a', 2_345, 3_999)
  })
  // Counted when a session ends, and those of this journal have.
  const reads = `SELECT seq_tup_read::int AS whole, idx_tup_fetch BETWEEN 100 AND 1_000 AS by_key
    FROM pg_stat_user_tables WHERE relname = 'journal'`
  const schema = new URL(store).searchParams.get('schema')
  await expect.poll(() => sql(store, `${reads} AND schemaname = '${schema}'`)).toEqual([{ whole: 0, by_key: true }])
})

test('a copy made while it is in use is whole, and is a data folder', async () => {
  const { freshFolder } = await import('../../../../test/support/service.ts')
  const { journalFile } = await import('../sqlite-file.ts')
  const copy = freshFolder()
  const store = await freshStore()
  await using(store, async (journal) => {
    const writing = run('a', 1, 300).map((one) => journal.append([one]))
    await writing[100]
    await readStore(store, (reader) => reader.copyTo(journalFile(copy)))
    await Promise.all(writing)
    const there = await allOf(journal.pages('a'))
    const copied = await openStore(copy)
    const { seq } = await copied.last('a')
    expect(seq).toBeGreaterThan(100)
    expect(await allOf(copied.pages('a'))).toEqual(there.slice(0, seq))
    await copied.close()
  })
})
