import { spawn, spawnSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, postgresFolder } from './server.ts'

/** Why PgBouncer cannot be tried here, in words; null: it can. */
export const withoutPgBouncer: string | null = spawnSync('pgbouncer', ['--version']).error
  ? 'pgbouncer is not installed (apt-get install pgbouncer)'
  : null

const NOBODY = 65_534

/** A PgBouncer between the tests and a server. */
export class PgBouncer {
  /** The address of the store through it. */
  readonly store: string
  readonly #end: () => Promise<void>

  private constructor(store: string, end: () => Promise<void>) {
    this.store = store
    this.#end = end
  }

  static async before(store: string, mode: 'session' | 'transaction' | 'statement'): Promise<PgBouncer> {
    const [url, folder, port] = [new URL(store), postgresFolder(), await freePort()]
    const file = (name: string, ...lines: readonly string[]): string => {
      const path = join(folder, name)
      writeFileSync(path, `${lines.join('\n')}\n`)
      if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY)
      return path
    }
    const users = file('users', '"croupier" ""')
    const settings = file(
      'pgbouncer.ini',
      '[databases]',
      `* = host=${url.hostname} port=${url.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
    )
    const someone = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const child = spawn('pgbouncer', [settings], { ...someone, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    await new Promise<void>((ready, failed) => {
      let said = ''
      child.once('error', failed)
      child.once('exit', (code) => failed(new Error(`PgBouncer ended with ${code}: ${said}`)))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('process up')) ready()
      })
    })
    url.port = String(port)
    return new PgBouncer(url.href, async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    })
  }

  close(): Promise<void> {
    return this.#end()
  }
}
