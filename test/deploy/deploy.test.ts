import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { commandLine } from '../../src/cli/commands.ts'
import { noBackups } from '../../src/service/backup-mark.ts'
import { settings } from '../../src/service/config.ts'
import { commitHistogram, metricsOf } from '../../src/service/http/metrics.ts'
import type { Service } from '../../src/service/service.ts'
import { apiInMemory } from '../support/http.ts'
import { Client, cleanUp, freshFolder, quietService, quietTables, seatAt } from '../support/service.ts'

/** The files in `deploy/`, tried with the programs that read them, where those are installed. */

afterAll(cleanUp)

const deploy = (path = ''): string => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
const read = (path: string): string => readFileSync(deploy(path), 'utf8')
const { parse } = createRequire(import.meta.url)('yaml') as { parse(text: string): never }

/** Runs a program, and gives its exit code and all that it said. */
function run(program: string, ...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw error
  return { status, said: `${stdout}${stderr}` }
}

/** Skips where a program is missing, and says in the test's name which Debian package has it. */
function where(program: string, debian: string) {
  const isMissing =
    spawnSync(program, ['--version']).error !== undefined && spawnSync(program, ['-v']).error !== undefined
  return { run: test.skipIf(isMissing), why: isMissing ? ` (${program} is not installed here; Debian: ${debian})` : '' }
}

const promtool = where('promtool', 'prometheus')
const nginx = where('nginx', 'nginx')
const haproxy = where('haproxy', 'haproxy')
const systemd = where('systemd-analyze', 'systemd')

/** The names of all metrics, of a node of several too. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const { floor } = await apiInMemory()
  const { registry } = metricsOf(floor, { figures: () => null, commits: commitHistogram(), backups: () => noBackups })
  const names = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  return new Set([...names, 'up'])
}

const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:croupier|nodejs|process)_\w+|\bup(?=\{)/g) ?? []

type Rules = { groups: { rules: { alert: string; expr: string; annotations: object }[] }[] }
const alerts = () => (parse(read('prometheus/alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)
type Panel = { id: number; gridPos: Record<'x' | 'y' | 'w' | 'h', number>; targets?: { expr: string }[] }
type Dashboard = { panels: Panel[] }
const dashboard = () => JSON.parse(read('grafana/croupier-house.json')) as Dashboard
const queries = () => dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

describe('Prometheus', () => {
  promtool.run(`takes the configuration and the rules${promtool.why}`, () => {
    expect(run('promtool', 'check', 'config', deploy('prometheus/prometheus.yml'))).toMatchObject({ status: 0 })
    expect(run('promtool', 'check', 'rules', deploy('prometheus/alerts.yml'))).toMatchObject({ status: 0 })
  })

  promtool.run(`finds nothing wrong with the metrics of a node of several${promtool.why}`, async () => {
    const { floor } = await apiInMemory()
    const links = { framesSent: 1, bytesSent: 2, ms: 3 }
    const counts = { ownerChanges: 1, takeovers: 1, leasesLost: 0, appendsFenced: 0, forwarded: 4, behind: 0 }
    const figures = { ...counts, leaseAgeMs: 500, links, linkStates: [{ node: 'b', isUp: true }], clockMs: 3 }
    const { registry } = metricsOf(floor, { figures: () => figures, commits: commitHistogram() })
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await registry.metrics() })
    expect([status, `${stdout}${stderr}`]).toEqual([0, ''])
  })

  promtool.run(`fires each alert when it must, and no sooner${promtool.why}`, () => {
    const { status, said } = run('promtool', 'test', 'rules', deploy('prometheus/alert-tests.yml'))
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')])
  })

  promtool.run(`finds a rule that is wrong${promtool.why}`, () => {
    const folder = freshFolder()
    copyFileSync(deploy('prometheus/alert-tests.yml'), join(folder, 'alert-tests.yml'))
    const changed = read('prometheus/alerts.yml').replace(
      'croupier_lease_age_seconds > 2',
      'croupier_lease_age_seconds > 3',
    )
    writeFileSync(join(folder, 'alerts.yml'), changed)
    const { status, said } = run('promtool', 'test', 'rules', join(folder, 'alert-tests.yml'))
    expect([status, said]).toEqual([1, expect.stringContaining('CroupierLeaseOld')])
  })

  test('every alert is tested twice: firing and silent', () => {
    const { tests } = parse(read('prometheus/alert-tests.yml')) as { tests: { name: string }[] }
    const wanted = alerts().flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`])
    expect(wanted.length).toBeGreaterThan(40)
    expect(tests.map(({ name }) => name)).toEqual(wanted)
  })

  test('every alert and every panel asks for metrics that there are', async () => {
    const known = await metricNames()
    const asked = [...alerts().map(({ expr }) => expr), ...queries()]
    expect(asked.filter((expression) => metricsIn(expression).length === 0)).toEqual([])
    expect(asked.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
  })

  test('every metric of ours is in an alert or on the dashboard, and in the document', async () => {
    const used = new Set([...alerts().map(({ expr }) => expr), ...queries()].flatMap(metricsIn))
    const own = [...(await metricNames())].filter((name) => /^croupier_\w+(?<!_bucket|_sum|_count)$/.test(name))
    const page = readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8')
    const isUsed = (name: string) => [name, `${name}_bucket`, `${name}_count`].some((one) => used.has(one))
    expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
    const onlyListed = own.filter((name) => !isUsed(name))
    expect(onlyListed).toEqual([
      'croupier_journal_sequence',
      'croupier_forwarded_commands_total',
      'croupier_link_frames_sent_total',
      'croupier_link_bytes_sent_total',
      'croupier_link_seconds_total',
    ])
  })
})

describe('Grafana', () => {
  promtool.run(`has queries that Prometheus can read${promtool.why}`, () => {
    const rules = queries().map((expr, nth) => ({
      record: `panel:${nth}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }))
    expect(rules.length).toBeGreaterThan(25)
    const file = join(freshFolder(), 'panels.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    expect(run('promtool', 'check', 'rules', file)).toMatchObject({ status: 0 })
  })

  test('has each panel once, and none over another', () => {
    const { panels } = dashboard()
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)},${y + Math.floor(nth / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

/** Certificates for the samples, made for the moment. */
function certified(): string {
  const folder = freshFolder()
  const [key, chain] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  run('openssl', ...request, '-subj', '/CN=roulette.example', '-keyout', key, '-out', chain)
  writeFileSync(join(folder, 'house.pem'), readFileSync(key, 'utf8') + readFileSync(chain, 'utf8'))
  return folder
}

/** Writes a sample whose certificate paths exist. */
function sample(path: string): { folder: string; file: string } {
  const folder = certified()
  const file = join(folder, 'sample.conf')
  writeFileSync(file, read(path).replaceAll('/etc/croupier/tls', folder))
  return { folder, file }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** A house behind a proxy that listens at a port; the proxy's file is made of both. */
async function behind(program: string, args: (file: string) => string[], text: (ports: Ports) => string) {
  const folder = freshFolder()
  const [port, adminPort] = [await freePort(), await freePort()]
  const more = { publicHosts: ['roulette.example'], proxies: ['127.0.0.1'], secureCookies: true, adminPort }
  const service = await quietService(folder, {}, quietTables, more)
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, text({ port, house: Number(new URL(service.address).port), admin: adminPort }))
  const proxy = spawn(program, args(file), { stdio: 'ignore' })
  const exit = once(proxy, 'exit')
  const stop = async () => {
    proxy.kill('SIGTERM')
    await Promise.all([exit, service.stop()])
  }
  return { port, service, stop }
}
type Ports = { port: number; house: number; admin: number }

/** Asks over https by the house's name, and follows a table over a WebSocket, as a browser does. */
async function playBehind({ port, service }: { port: number; service: Service }): Promise<void> {
  const ca = { rejectUnauthorized: false, servername: 'roulette.example' }
  const headers = { host: 'roulette.example', 'x-forwarded-for': '198.51.100.7' }
  const get = (path: string) =>
    new Promise<{ status: number; requestId: unknown }>((done, fail) => {
      const asked = request({ host: '127.0.0.1', port, path, headers, ...ca }, (response) => {
        response.resume()
        done({ status: response.statusCode!, requestId: response.headers['x-request-id'] })
      })
      asked.on('error', fail).end()
    })
  await expect
    .poll(
      () =>
        get('/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200)
  // The proxy's own id of the request: the service's are shorter.
  expect((await get('/api/house')).requestId).toMatch(/^[0-9a-f-]{32,36}$/)
  expect((await get('/metrics')).status).toBe(404)
  expect((await get('/readyz')).status).toBe(404)
  const { token } = await seatAt(service, 'single', 'ann')
  const client = new Client(`https://127.0.0.1:${port}`, 'single', { ...ca, headers })
  await once(client.socket, 'open')
  client.socket.send(JSON.stringify({ token }))
  await client.until(() => client.follower.view !== null)
  expect(await client.ask({ do: 'wager', player: 'ann', spot: '17', stake: 500 })).toMatchObject({
    refused: 'betting-is-closed',
  })
  client.cut()
}

describe('proxies', () => {
  nginx.run(`nginx takes its sample, and a house behind it plays${nginx.why}`, async () => {
    const { folder, file } = sample('nginx/croupier.conf')
    const whole = join(folder, 'nginx.conf')
    const main = (inner: string) =>
      `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; ${inner} }\n`
    writeFileSync(whole, main(`include ${file};`))
    expect(run('nginx', '-t', '-c', whole)).toMatchObject({ status: 0 })
    const house = await behind(
      'nginx',
      (made) => ['-c', made],
      (ports) =>
        main(
          readFileSync(file, 'utf8')
            .replaceAll(/^ *listen (80|\[::\]).*$/gm, '')
            .replace('listen 443', `listen 127.0.0.1:${ports.port}`)
            .replace('127.0.0.1:8080', `127.0.0.1:${ports.house}`)
            .replace(/server \{\s+server_name[\s\S]*?\n\}/, ''),
        ),
    )
    await playBehind(house).finally(house.stop)
  })

  haproxy.run(`HAProxy takes its sample, and a house behind it plays${haproxy.why}`, async () => {
    const { file } = sample('haproxy/haproxy.cfg')
    expect(run('haproxy', '-c', '-f', file)).toMatchObject({ status: 0 })
    const house = await behind(
      'haproxy',
      (made) => ['-f', made],
      (ports) =>
        readFileSync(file, 'utf8')
          .replace('maxconn 20000', 'maxconn 200')
          .replace('    bind :80\n', '')
          .replace('bind :443', `bind 127.0.0.1:${ports.port}`)
          .replace('check port 8081', `check port ${ports.admin}`)
          .replace('10.0.0.1:8080', `127.0.0.1:${ports.house}`)
          .replaceAll(/^ {4}server [bc] .*$/gm, ''),
    )
    await playBehind(house).finally(house.stop)
  })
})

const units = readdirSync(deploy('systemd'))
const services = units.filter((name) => /^croupier(-\w+)?\.service$/.test(name))

describe('systemd', () => {
  systemd.run(`takes every unit${systemd.why}`, () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'units'))
    for (const name of units) {
      const text = read(`systemd/${name}`).replaceAll('/opt/croupier/bin/croupier', process.execPath)
      writeFileSync(join(folder, 'units', name), text)
    }
    const { status, said } = run('systemd-analyze', 'verify', ...units.map((name) => join(folder, 'units', name)))
    expect([status, said]).toEqual([0, ''])
  })

  systemd.run(`finds every service well confined${systemd.why}`, () => {
    for (const name of services) {
      const { said } = run('systemd-analyze', 'security', '--offline=true', '--no-pager', deploy(`systemd/${name}`))
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])
      expect([name, exposure]).toEqual([name, expect.toSatisfy((level: number) => level < 2)])
    }
  })

  test('gives commands and options that there are', () => {
    const lines = services.flatMap((name) => read(`systemd/${name}`).match(/bin\/croupier .*$/gm) ?? [])
    expect(lines).toHaveLength(services.length)
    for (const line of lines) {
      const [, command, ...words] = line.split(' ') as [string, keyof typeof commandLine, ...string[]]
      const given = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
      expect(Object.keys(commandLine[command].options)).toEqual(expect.arrayContaining(given))
    }
  })
})

describe('containers', () => {
  test('the files name settings, files and services that there are', () => {
    const variables = Object.keys(settings).map((name) => `CROUPIER_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
    const texts = [read('container/Containerfile'), read('container/compose.yaml')]
    const named = texts.flatMap((text) => text.match(/CROUPIER_\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => ![...variables, 'CROUPIER_CONFIG'].includes(name))).toEqual([])

    type Service = {
      volumes?: string[]
      depends_on?: object
      secrets?: string[]
      read_only?: boolean
      cap_drop?: string[]
    }
    const compose = parse(read('container/compose.yaml').replaceAll(/^( +)<<: \*(\S+)$/gm, '$1from-$2: *$2')) as {
      services: Record<string, Service>
      volumes: object
      secrets: Record<string, { file: string }>
    }
    const all = Object.values(compose.services)
    const mounted = all.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!))
    const files = mounted.filter((place) => place.startsWith('./'))
    expect(files.filter((file) => !readdirSync(deploy('container')).includes(file.slice(2)))).toEqual([])
    expect(Object.keys(compose.volumes).toSorted()).toEqual(
      [...new Set(mounted.filter((place) => !place.startsWith('.')))].toSorted(),
    )
    for (const { depends_on = {}, secrets = [] } of all) {
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets))
    }
  })

  test('every volume of a node is a folder of the image that belongs to its user', () => {
    const mounted = read('container/compose.yaml').match(/(?<=- (?:[ab]-data|keys):)\S+$/gm) ?? []
    const [made] = /(?<=--owner croupier --group croupier ).*$/m.exec(read('container/Containerfile')) ?? ['']
    expect(new Set(mounted)).toEqual(new Set(made.split(' ')))
  })

  test('the image has no root, its root can be read only, and its health is asked', () => {
    expect(read('container/Containerfile')).toMatch(/^USER 10001:10001$/m)
    expect(read('container/Containerfile')).toMatch(/^HEALTHCHECK /m)
    expect(read('container/compose.yaml')).toMatch(/read_only: true\n {2}cap_drop: \[ALL\]/)
  })
})
