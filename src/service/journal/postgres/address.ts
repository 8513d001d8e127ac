import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import { JournalUnusable } from '../journal.ts'
import { defaultPasswordFile, readPassword } from './password-file.ts'

/** One server among those that are named. */
export type ServerPlace = { name: string; config: ClientConfig }

/** `name`: the address without its password, for messages. */
export type Address = { name: string; schema: string; places: readonly ServerPlace[] }

const PORT = 5432
const SCHEMA = 'croupier'

type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full'

const modes: readonly TlsMode[] = ['disable', 'require', 'verify-ca', 'verify-full']
const optionNames = ['schema', 'passfile', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

export const isPostgresAddress = (store: string): boolean => /^postgres(ql)?:\/\//.test(store)

/** The address without its password, for messages. */
export const withoutPassword = (store: string): string =>
  store.replace(/^([a-z]+:\/\/)([^@/]*)@/, (_, scheme: string, who: string) => `${scheme}${who.split(':')[0]}@`)

/** postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?schema=NAME&passfile=FILE&sslmode=verify-full&sslrootcert=FILE */
export function readPostgresAddress(store: string): Address {
  const name = withoutPassword(store)
  const wrong = (what: string): JournalUnusable => new JournalUnusable(`${name} is not the address of a store: ${what}`)
  const found = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(store)
  if (!found) throw wrong('it must be postgres://USER@HOST:PORT/DATABASE')
  const [, who = '', hosts = '', database = '', query = ''] = found
  const options = new URLSearchParams(query)
  const unknown = [...options.keys()].find((key) => !optionNames.includes(key))
  if (unknown !== undefined) throw wrong(`there is no option ${unknown}; there are ${optionNames.join(', ')}`)
  if (database === '') throw wrong('it names no database')
  const schema = options.get('schema') ?? SCHEMA
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw wrong('a schema is named by small letters, digits and _')
  const [user, ...password] = who.split(':')
  const shared: ClientConfig = {
    ...(user ? { user: plain(user, wrong) } : {}),
    ...(password.length > 0 ? { password: plain(password.join(':'), wrong) } : {}),
    database: plain(database, wrong),
    application_name: 'croupier',
  }
  const places = hosts.split(',').map((host) => serverAt(host, shared, options, wrong))
  return { name, schema, places }
}

type Wrong = (what: string) => JournalUnusable

function serverAt(text: string, shared: ClientConfig, options: URLSearchParams, wrong: Wrong): ServerPlace {
  const [, bracketed, bare, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain(bare ?? '', wrong)
  if (host === '') throw wrong(text === '' ? 'it names no host' : `${text} is not a host`)
  const number = Number(port ?? PORT)
  if (number < 1 || number > 65_535) throw wrong(`${port} is not a port`)
  const config = { ...shared, host, port: number, ...tlsOf(host, options, wrong) }
  return { name: `${text.replace(/:\d+$/, '')}:${number}`, config: withPassword(config, options.get('passfile')) }
}

/**
 * A password in a file is read again for every session. One in the address counts first, then a named file, then
 * PGPASSWORD.
 */
function withPassword(config: ClientConfig, named: string | null): ClientConfig {
  if (config.password !== undefined || (named === null && process.env.PGPASSWORD)) return config
  const { host = '', port = PORT, database = '', user = process.env.PGUSER ?? process.env.USER ?? '' } = config
  const password = async () =>
    readPassword(named ?? defaultPasswordFile(), { host, port, database, user }, named !== null) as string
  return { ...config, password }
}

/** By default a connection to another machine is encrypted and its certificate checked. */
function tlsOf(host: string, options: URLSearchParams, wrong: Wrong): { ssl: ConnectionOptions | false } {
  const isHere = host === 'localhost' || host === '127.0.0.1' || host === '::1' || host.startsWith('/')
  const mode = (options.get('sslmode') ?? (isHere ? 'disable' : 'verify-full')) as TlsMode
  if (!modes.includes(mode)) throw wrong(`sslmode must be one of ${modes.join(', ')}`)
  if (mode === 'disable') return { ssl: false }
  const file = (option: string) => fileOf(options.get(option), option, wrong)
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')]
  const given = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) }
  if (mode === 'require') return { ssl: { ...given, rejectUnauthorized: false } }
  return { ssl: { ...given, ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}) } }
}

function fileOf(path: string | null, option: string, wrong: Wrong): string | null {
  if (path === null) return null
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw wrong(`${option} cannot be read: ${(error as NodeJS.ErrnoException).code} ${path}`)
  }
}

function plain(text: string, wrong: Wrong): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('a % in it is not followed by two digits')
  }
}
