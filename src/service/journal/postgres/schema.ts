import type { RoundMark } from '../../../record/round-index.ts'
import type { Append, Stored } from '../../../record/stored-entry.ts'
import { BEFORE_RELEASE } from '../../../record/versions.ts'
import { indexedEntry } from '../entry-index.ts'
import { JournalUnusable } from '../journal.ts'
import type { Address } from './address.ts'
import { bigintArray, textArray } from './binary-arrays.ts'
import type { Client } from './driver.ts'
import { codeOf, inWords } from './faults.ts'

/**
 * Version of the schema in a database. It is stored in `about`, so that an older Croupier does not misread the tables.
 */
const SCHEMA_VERSION = 1

const keyIndexes = `
  CREATE INDEX IF NOT EXISTS journal_first_key ON journal USING hash (first_key);
  CREATE INDEX IF NOT EXISTS journal_second_key ON journal USING hash (second_key);`

/**
 * Names are compared byte by byte ("C"), so that an update of the system's locales does not invalidate an index.
 * `batch`: the writer of an entry, so that one whose answer was lost finds its own. `first_key`, `second_key`: the keys
 * by which it is found again (record/entry-keys.ts); they are random and compared only as a whole, for which a hash
 * index is the cheapest to write. `nodes`: beside every sixteenth entry, the row of its stream's tree that it completes
 * (proof/block-tree.ts): a table of its own would be a second insert and a second index. Checks, and conditions and
 * expressions of indexes, are left out, because every statement would have to prepare them again. `rounds`: the entries
 * about each round, and their relation to it (record/round-index.ts). `until`: the time until which a node counts as
 * alive, and with it every lease that it has taken since its start.
 */
const roundsTable = `
  CREATE TABLE IF NOT EXISTS rounds (
    stream text COLLATE "C" NOT NULL, round bigint NOT NULL, seq bigint NOT NULL, mark text COLLATE "C" NOT NULL,
    PRIMARY KEY (stream, round, seq, mark)
  );`

export const tables = `
  CREATE TABLE IF NOT EXISTS about (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  CREATE TABLE IF NOT EXISTS journal (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, body text NOT NULL, hash text COLLATE "C" NOT NULL,
    batch bigint NOT NULL, first_key bigint, second_key bigint, nodes bytea, PRIMARY KEY (stream, seq)
  );
  ${keyIndexes}
  ${roundsTable}
  CREATE TABLE IF NOT EXISTS checkpoints (
    stream text COLLATE "C" NOT NULL, size bigint NOT NULL, note text NOT NULL, PRIMARY KEY (stream, size)
  );
  CREATE TABLE IF NOT EXISTS snapshots (stream text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, body text NOT NULL);
  CREATE TABLE IF NOT EXISTS nodes (
    id text COLLATE "C" PRIMARY KEY, address text NOT NULL, link text NOT NULL, version text NOT NULL, started_at text NOT NULL,
    is_draining boolean NOT NULL, is_to_drain boolean NOT NULL, behind bigint NOT NULL, beat_at timestamptz NOT NULL, until timestamptz NOT NULL
  ) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS leases (
    stream text COLLATE "C" PRIMARY KEY, node text COLLATE "C", started_at text, epoch bigint NOT NULL,
    taken_at timestamptz NOT NULL, heir text COLLATE "C", heir_until timestamptz
  ) WITH (fillfactor = 50);
`

/** The index of rounds is derived from the entries: it may be missing, and is then built again. */
const roundsLines = [
  'table rounds: stream text not null, round bigint not null, seq bigint not null, mark text not null',
  'index rounds_pkey: (stream, round, seq, mark)',
]

const expected = [
  'table about: name text not null, value text not null',
  'table checkpoints: stream text not null, size bigint not null, note text not null',
  'index checkpoints_pkey: (stream, size)',
  'table journal: stream text not null, seq bigint not null, body text not null, hash text not null, batch bigint not null, first_key bigint, second_key bigint, nodes bytea',
  'table leases: stream text not null, node text, started_at text, epoch bigint not null, taken_at timestamp with time zone not null, heir text, heir_until timestamp with time zone',
  'table nodes: id text not null, address text not null, link text not null, version text not null, started_at text not null, is_draining boolean not null, is_to_drain boolean not null, behind bigint not null, beat_at timestamp with time zone not null, until timestamp with time zone not null',
  ...roundsLines,
  'table snapshots: stream text not null, seq bigint not null, body text not null',
  'index about_pkey: (name)',
  'index journal_first_key: hash (first_key)',
  'index journal_pkey: (stream, seq)',
  'index journal_second_key: hash (second_key)',
  'index leases_pkey: (stream)',
  'index nodes_pkey: (id)',
  'index snapshots_pkey: (stream)',
]

/** All declarations of a schema, a line each. A trigger could change writes, a rule or a view could change reads. */
const declared = `
  WITH own AS (SELECT oid FROM pg_namespace WHERE nspname = $1), found AS (
    SELECT oid, relname, relkind FROM pg_class WHERE relnamespace IN (SELECT oid FROM own)
  )
  SELECT 'table ' || relname || ': ' || (
    SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END, ', ' ORDER BY attnum)
    FROM pg_attribute WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped) AS line
  FROM found WHERE relkind = 'r'
  UNION ALL SELECT 'index ' || relname || ': ' || regexp_replace(pg_get_indexdef(oid), '^.* USING (btree )?', '') FROM found WHERE relkind = 'i'
  UNION ALL SELECT CASE relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || relname
  FROM found WHERE relkind NOT IN ('r', 'i', 't', 'c')
  UNION ALL SELECT 'check ' || conname || ' on ' || relname || ': ' || pg_get_constraintdef(c.oid)
  FROM pg_constraint c JOIN found ON c.conrelid = found.oid WHERE contype NOT IN ('p', 'n')
  UNION ALL SELECT 'trigger ' || tgname || ' on ' || relname FROM pg_trigger t JOIN found ON t.tgrelid = found.oid
  UNION ALL SELECT 'rule ' || rulename || ' on ' || relname
  FROM pg_rewrite r JOIN found ON r.ev_class = found.oid WHERE found.relkind = 'r'
  UNION ALL SELECT 'policy ' || polname || ' on ' || relname FROM pg_policy p JOIN found ON p.polrelid = found.oid
  UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace IN (SELECT oid FROM own)`

/**
 * The lock keeps others from creating or changing the schema meanwhile: the server would report objects dropped at that
 * moment as damaged.
 */
async function declaredIn(client: Client, schema: string): Promise<string[]> {
  const lock = [lockName(schema)]
  await client.query('SELECT pg_advisory_lock_shared(hashtext($1))', lock)
  try {
    return (await client.query<{ line: string }>(declared, [schema])).rows.map(({ line }) => line)
  } finally {
    // The lock ends with the session.
    await client.query('SELECT pg_advisory_unlock_shared(hashtext($1))', lock).catch(() => {})
  }
}

const lockName = (schema: string): string => `croupier ${schema}`

/** Objects in the schema that are not Croupier's, or that are missing. */
export async function strangersIn(client: Client, schema: string): Promise<string[]> {
  const found = await declaredIn(client, schema)
  const missing = expected.filter((line) => !found.includes(line) && !isUnindexed(found, line))
  return [...foreignIn(found), ...missing.map((line) => `no ${line.split(':')[0]}`)]
}

const isUnindexed = (found: readonly string[], line = roundsLines[0]!): boolean =>
  roundsLines.includes(line) && !found.some((one) => one.startsWith('table rounds:'))

const foreignIn = (found: readonly string[]): string[] =>
  found.filter((line) => !expected.includes(line)).map((line) => line.split(':')[0]!)

/** Whether the schema exists, has no other content, and is of this version; a line describes any other content. */
export async function checkSchema(
  client: Client,
  { name, schema }: Address,
): Promise<'sound' | 'unindexed' | 'missing'> {
  const found = await declaredIn(client, schema)
  if (found.length === 0) return 'missing'
  const isOurs = found.some((line) => line.startsWith('table about:')) && found.includes(expected[0]!)
  const version = isOurs ? await versionIn(client, name) : null
  if (version !== null && version > SCHEMA_VERSION)
    throw new JournalUnusable(
      `the store ${name} was written by a newer version of Croupier (its schema is ${version}; this one knows ${SCHEMA_VERSION})`,
    )
  const [foreign] = await strangersIn(client, schema)
  if (version !== null && foreign === undefined)
    return isUnindexed(found) || (await isEmptied(client)) ? 'unindexed' : 'sound'
  throw new JournalUnusable(
    `the schema ${schema} of the store ${name} holds content that is not Croupier's: ${foreign ?? 'no version'}; name another with ?schema=`,
  )
}

async function isEmptied(client: Client): Promise<boolean> {
  const text = 'SELECT NOT EXISTS (SELECT FROM rounds) AND EXISTS (SELECT FROM journal) AS emptied'
  return (await client.query<{ emptied: boolean }>(text)).rows[0]!.emptied
}

async function versionIn(client: Client, store: string): Promise<number | null> {
  const { rows } = await client.query<{ name: string; value: string }>('SELECT name, value FROM about')
  const about = new Map(rows.map(({ name, value }) => [name, value]))
  const version = about.get('schema')
  if (version === undefined && about.has('version'))
    throw new JournalUnusable(`the store ${store} cannot be read: ${BEFORE_RELEASE}`)
  return version === undefined ? null : Number(version)
}

/** Runs work in one transaction, one process at a time. */
async function inOneGo(client: Client, { name, schema }: Address, work: () => Promise<unknown>): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [lockName(schema)])
    await work()
    await client.query('COMMIT')
  } catch (error) {
    // The first failure is thrown below; the transaction ends with the session.
    await client.query('ROLLBACK').catch(() => {})
    if (codeOf(error) !== '42501') throw error
    throw new JournalUnusable(`the schema ${schema} cannot be made in the store ${name}: ${inWords(error)}`)
  }
}

export const makeSchema = (client: Client, address: Address): Promise<void> =>
  inOneGo(client, address, () =>
    client.query(`
      CREATE SCHEMA IF NOT EXISTS ${address.schema};
      ${tables}
      INSERT INTO about (name, value) VALUES ('schema', '${SCHEMA_VERSION}') ON CONFLICT DO NOTHING;
      INSERT INTO about (name, value) VALUES ('touched', '') ON CONFLICT DO NOTHING;`),
  )

const BODIES_AT_ONCE = 1_000
const selectBodies = {
  name: 'bodies',
  text: `SELECT stream, seq, body, hash FROM journal WHERE (stream, seq) > ($1, $2) ORDER BY stream, seq LIMIT ${BODIES_AT_ONCE}`,
}
const putMarks = {
  name: 'put-marks',
  text: 'INSERT INTO rounds (stream, round, seq, mark) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING',
}

/** Only rows that differ are updated, because an update writes the whole row again. */
const putKeys = {
  name: 'put-keys',
  text: `
    UPDATE journal SET first_key = made.first_key, second_key = made.second_key
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS made (stream, seq, first_key, second_key)
    WHERE journal.stream = made.stream AND journal.seq = made.seq
      AND (journal.first_key, journal.second_key) IS DISTINCT FROM (made.first_key, made.second_key)`,
}

/** Keys of entries, a list for each column. */
const valuesOfKeys = (entries: readonly Pick<Append, 'stream' | 'seq' | 'keys'>[]): Buffer[] => [
  textArray(entries.map(({ stream }) => stream)),
  bigintArray(entries.map(({ seq }) => seq)),
  ...[0, 1].map((nth) => bigintArray(entries.map(({ keys }) => keys?.[nth] ?? null))),
]

/** Makes the index of rounds and keys from the entries. Marks that another node writes meanwhile stay. */
export const makeIndex = (client: Client, address: Address): Promise<void> =>
  inOneGo(client, address, async () => {
    await client.query(roundsTable)
    for (let last = { stream: '', seq: 0 }; ; ) {
      const { rows } = await client.query<Stored>({ ...selectBodies, values: [last.stream, last.seq] })
      const entries = rows.map(indexedEntry)
      await client.query({ ...putMarks, values: valuesOfMarks(entries) })
      await client.query({ ...putKeys, values: valuesOfKeys(entries) })
      if (rows.length < BODIES_AT_ONCE) return
      last = rows.at(-1)!
    }
  })

/** Marks of entries, a list for each column. */
export function valuesOfMarks(entries: readonly Pick<Append, 'stream' | 'seq' | 'marks'>[]): Buffer[] {
  const rows = entries.flatMap(({ stream, seq, marks = [] }) => marks.map((mark) => ({ stream, seq, ...mark })))
  return [
    textArray(rows.map(({ stream }) => stream)),
    bigintArray(rows.map(({ round }) => round)),
    bigintArray(rows.map(({ seq }) => seq)),
    textArray(rows.map(({ mark }) => mark)),
  ]
}

/** Marks of one entry by their names, in the form for `placeFrom`. */
export const selectMarks = {
  name: 'marks',
  text: 'SELECT seq, mark FROM rounds WHERE stream = $1 AND round = $2 ORDER BY seq, mark',
}
export type MarkRow = { seq: number; mark: RoundMark['mark'] }
