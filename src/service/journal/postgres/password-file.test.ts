import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../../../../test/postgres/cable.ts'
import { PostgresServer } from '../../../../test/postgres/server.ts'
import { cleanUp, freshFolder } from '../../../../test/support/service.ts'
import { defaultPasswordFile, readPassword } from './password-file.ts'
import { postgresJournal } from './postgres.ts'

const account = { host: 'db.example', port: 5432, database: 'house', user: 'croupier' }

function fileOf(text: string, mode = 0o600): string {
  const file = join(freshFolder(), 'password')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

afterEach(() => void vi.unstubAllEnvs())
afterAll(cleanUp)

describe('a password file', () => {
  test.each([
    ['db.example:5432:house:croupier:secret', 'secret'],
    ['# a remark\nother:5432:house:croupier:not\n*:*:*:croupier:secret\n*:*:*:*:later', 'secret'],
    ['*:*:*:croupier:with\\:colon and \\\\', 'with:colon and \\'],
    ['*:5433:*:*:not', undefined],
    ['too:few', undefined],
    ['', undefined],
    ['CROUPIER_PORT=8080\nPGPASSWORD=secret\n', 'secret'],
    ['export PGPASSWORD="se cret"', 'se cret'],
    ["PGPASSWORD='secret'\r\n", 'secret'],
  ])('%j: %s', (text, password) => {
    expect(readPassword(fileOf(text), account, true)).toBe(password)
  })

  test('that others may read, or that is named and missing, is refused with its name', () => {
    const open = fileOf('*:*:*:*:secret', 0o644)
    expect(() => readPassword(open, account, false)).toThrow(
      `the password file ${open} may be read by others: chmod 600 ${open}`,
    )
    expect(() => readPassword('/not/there', account, true)).toThrow('/not/there cannot be read: ENOENT')
    expect(readPassword('/not/there', account, false)).toBeUndefined()
  })

  test('is that of PGPASSFILE, or .pgpass in the home folder', () => {
    expect(defaultPasswordFile({ PGPASSFILE: '/etc/pgpass' })).toBe('/etc/pgpass')
    expect(defaultPasswordFile({})).toMatch(/\/\.pgpass$/)
  })
})

describe('a password that is changed while the store is open', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start('first')
  })
  afterAll(() => server.remove())

  const lineOf = (password: string) => `127.0.0.1:*:postgres:croupier:${password}\n`
  const environmentOf = (password: string) => `PGPASSWORD=${password}\n`
  const asPgpass = (file: string) => {
    vi.stubEnv('PGPASSFILE', file)
    return ''
  }
  const byAddress = (file: string) => `&passfile=${file}`

  test.each([
    ['.pgpass', lineOf, asPgpass, 'second'],
    ['a file with such lines that the address names', lineOf, byAddress, 'third'],
    ['an environment file that the address names', environmentOf, byAddress, 'fourth'],
  ])('is read again from %s for new sessions', async (_, write, naming, next) => {
    const at = `postgres://croupier@127.0.0.1:${server.port}/postgres?schema=${next}`
    const admin = await clientOf(at.replace('croupier@', `croupier:${before.at(-1)}@`))
    const file = fileOf(write(before.at(-1)!))
    const lost: (string | null)[] = []
    const journal = await postgresJournal(at + naming(file), {
      retryForMs: 300_000,
      onLost: (why) => void lost.push(why),
    })
    await journal.append([{ stream: 'a', seq: 1, body: 'one' }])
    await admin.query(`ALTER ROLE croupier PASSWORD '${next}'`)
    before.push(next)
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'croupier'")
    await expect.poll(() => lost.length).toBe(1)
    const refusals = () => server.log.split('password authentication failed').length
    const [seen, waiting] = [refusals(), journal.append([{ stream: 'a', seq: 2, body: 'two' }])]
    // The old password is refused before the new one is in the file.
    await expect.poll(refusals).toBeGreaterThan(seen)
    writeFileSync(file, write(next))
    await waiting
    expect(await journal.last('a')).toMatchObject({ seq: 2 })
    await journal.close()
    await admin.end()
  })
})

/** The passwords of the role, one after the other. */
const before = ['first']
