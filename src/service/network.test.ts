import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { apiInMemory } from '../../test/support/http.ts'
import { ask, cleanUp, freshFolder, quietService, runCroupier, serve, within } from '../../test/support/service.ts'
import { readConfig } from './config.ts'
import { readCertificate, renewing } from './http/certificate.ts'
import { opennessWarnings } from './network.ts'
import { type Service, startService } from './service.ts'

afterAll(cleanUp)

const made = (name: string) => fileURLToPath(new URL(`../../test/certificates/${name}.pem`, import.meta.url))

/** A folder with the first certificate, which can be renewed by the second. */
function certified() {
  const folder = freshFolder()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const put = (which: 'first' | 'second', kinds: readonly ('cert' | 'key')[] = ['cert', 'key']) => {
    for (const kind of kinds) copyFileSync(made(`${which}.${kind}`), files[kind])
  }
  put('first')
  return { files, put, flags: { 'tls-cert': files.cert, 'tls-key': files.key } }
}

function keyOfAnotherKind(): string {
  const file = join(freshFolder(), 'key.pem')
  writeFileSync(file, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return file
}

/** Starts a service without its staff, who sign in by plain HTTP in other tests. */
function tlsService(flags: Record<string, string>): Promise<Service> {
  return startService(readConfig({ demo: true, port: '0', 'log-level': 'silent', data: freshFolder(), ...flags }, {}))
}

/** Returns which certificate a new connection gets. */
async function shownAt(address: string): Promise<'first' | 'second' | null> {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', rejectUnauthorized: false })
  await within(5, 'a handshake', once(socket, 'secureConnect'))
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  const isShown = (which: string) =>
    readFileSync(made(`${which}.cert`), 'utf8').replace(/-----.*-----|\s/g, '') === raw.toString('base64')
  return (['first', 'second'] as const).find(isShown) ?? null
}

/** Sends a request over TLS, with the certificate checked. */
function askSecurely(address: string, path: string, ca: Buffer): Promise<{ status: number; cookieRule: unknown }> {
  return new Promise((done, fail) => {
    get(`${address}${path}`, { ca }, (response) => {
      response.resume()
      done({ status: response.statusCode!, cookieRule: response.headers['strict-transport-security'] })
    }).on('error', fail)
  })
}

describe('with a certificate', () => {
  test('routes and sockets are https, and browsers are told to stay with it', async () => {
    const { files, flags } = certified()
    const service = await tlsService(flags)
    onTestFinished(() => service.stop())
    const ca = readFileSync(files.cert)
    expect(service.address).toMatch(/^https:/)
    expect(await askSecurely(service.address, '/api/tables', ca)).toEqual({
      status: 200,
      cookieRule: expect.any(String),
    })
    const socket = new WebSocket(`${service.address.replace('https', 'wss')}/ws?table=roulette-3`, { ca })
    await within(5, 'a socket', once(socket, 'open'))
    socket.send('{}')
    const [message] = await within(5, 'a view', once(socket, 'message'))
    expect(JSON.parse(String(message))).toHaveProperty('view')
    socket.terminate()
  })

  test('connections after SIGHUP get the new one', async () => {
    const { put, flags } = certified()
    const house = await serve(freshFolder(), { demo: true, ...flags })
    expect(await shownAt(house.address)).toBe('first')
    put('second')
    house.child.kill('SIGHUP')
    await expect.poll(() => shownAt(house.address)).toBe('second')
    house.child.kill('SIGTERM')
    expect(await house.exit).toMatchObject({ code: 0 })
  })

  test('files that change are noticed without a word, and half of them is not enough', async () => {
    const { files, put } = certified()
    const { app } = await apiInMemory({ certificate: readCertificate(files) })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const failures: string[] = []
    const tell = { renewed: () => {}, failed: ({ message }: Error) => void failures.push(message) }
    const renewal = renewing(app.server as never, files, tell, 20)
    onTestFinished(renewal.stop)
    put('second', ['cert'])
    await expect.poll(() => failures.join()).toMatch(/mismatch/i)
    expect(await shownAt(address)).toBe('first')
    put('second')
    await expect.poll(() => shownAt(address)).toBe('second')
  })

  test.each([
    ['without its key', (flags: Record<string, string>) => ({ 'tls-cert': flags['tls-cert']! }), /given together/],
    [
      'with the key of another',
      (flags: Record<string, string>) => ({ ...flags, 'tls-key': made('second.key') }),
      /cannot be used/,
    ],
    [
      'with a key of another kind',
      (flags: Record<string, string>) => ({ ...flags, 'tls-key': keyOfAnotherKind() }),
      /the key is not that of the certificate/,
    ],
    ['that is not there', (flags: Record<string, string>) => ({ ...flags, 'tls-cert': '/nowhere/cert.pem' }), /ENOENT/],
  ])('%s it does not start, and says why', async (_, change, why) => {
    const { flags } = certified()
    await expect(quietService(freshFolder(), change(flags))).rejects.toThrow(why)
  })
})

describe('a warning', () => {
  const warned = (told: Record<string, string>) => opennessWarnings(readConfig(told, {})).length > 0

  // biome-ignore format: a table is read down its columns
  test.each([
    [{ host: '0.0.0.0' },                               true],
    [{ host: '::' },                                    true],
    [{ host: '192.0.2.1' },                             true],
    [{ host: 'house.example' },                         true],
    [{ host: '0.0.0.0', proxies: '10.0.0.1' },          false],
    [{ host: '0.0.0.0', 'tls-cert': 'c', 'tls-key': 'k' }, false],
    [{},                                                false],
    [{ host: '127.0.0.9' },                             false],
    [{ host: '::1' },                                   false],
    [{ host: 'localhost' },                             false],
  ])('%j: %s', (told, isWarned) => {
    expect(warned(told as Record<string, string>)).toBe(isWarned)
  })

  test('is in the log of a service that stands open', async () => {
    const data = freshFolder()
    const args = ['serve', '--demo', '--data', data, '--host', '0.0.0.0', '--port', '0', '--log-level', 'warn']
    const { child, exit } = runCroupier(args)
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      const wasReady = said.includes('Croupier is ready')
      said += text
      // The signal is sent once: a second one would end the process at once.
      if (!wasReady && said.includes('Croupier is ready')) child.kill('SIGTERM')
    }
    expect(await exit).toMatchObject({ code: 0 })
    expect(said).toContain('it listens at 0.0.0.0 without TLS')
  })
})

test('with a port of their own operators are not answered at the other', async () => {
  const service = await quietService(freshFolder(), { 'admin-port': String(await freePort()) })
  onTestFinished(() => service.stop())
  const status = async (address: string, path: string) => (await ask(address, 'GET', path)).status
  const both = async (path: string) => [
    await status(service.address, path),
    await status(service.operatorAddress!, path),
  ]
  expect(await both('/metrics')).toEqual([404, 200])
  expect(await both('/readyz')).toEqual([404, 200])
  // Screens use this route, so both ports have it.
  expect(await both('/healthz')).toEqual([200, 200])
  expect(await both('/api/tables')).toEqual([200, 404])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
