import type { Server } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { hostname as hostName } from 'node:os'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BadConfig, type Config } from './config.ts'
import { demoStaff } from './demo.ts'
import type { Floor } from './floor/floor.ts'
import { type Certificate, type CertificateFiles, type Renewal, readCertificate, renewing } from './http/certificate.ts'
import { openHttp, openOperatorHttp } from './http/http.ts'
import { defaultHttpOptions, type HttpOptions } from './http/http-options.ts'
import { type MetricSources, metricsOf } from './http/metrics.ts'
import { hostname } from './http/origins.ts'
import { logForwarded } from './http/request-log.ts'
import { setupWarnings } from './setups.ts'

/** The service's connection to the network: ports, certificates, warnings. */

const files = ({ tlsCert, tlsKey }: Config): CertificateFiles | null =>
  tlsCert === '' && tlsKey === '' ? null : { cert: tlsCert, key: tlsKey }

/** Null for plain HTTP. */
export function certificateOf(config: Config): Certificate | null {
  const named = files(config)
  if (!named) return null
  if (named.cert === '' || named.key === '') throw new BadConfig('tlsCert and tlsKey are given together')
  try {
    return readCertificate(named)
  } catch (error) {
    throw new BadConfig(`tlsCert and tlsKey cannot be used: ${(error as Error).message}`)
  }
}

/** Watches for a new certificate, for every port that uses it. */
function renewalOf(config: Config, apps: readonly FastifyInstance[]): Renewal | null {
  const named = files(config)
  if (!named) return null
  const renewals = apps.map(({ server, log }) =>
    renewing(server as unknown as Server, named, {
      renewed: () => log.info('the certificate was read again'),
      failed: ({ message }) => log.error(`the certificate cannot be used, the one before stays: ${message}`),
    }),
  )
  const all = (what: keyof Renewal) => () => {
    for (const renewal of renewals) renewal[what]()
  }
  return { renew: all('renew'), stop: all('stop') }
}

/**
 * Warns that the service is open to its network without TLS: others there could read PINs and tokens, and act in their
 * owners' name.
 */
export const opennessWarnings = (config: Config): string[] =>
  isLoopback(config.host) || files(config) || config.proxies.length > 0
    ? []
    : [
        `it listens at ${config.host} without TLS: PINs and tokens can be read on the way; give tlsCert and tlsKey, or name the proxy before it that speaks https (proxies)`,
      ]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

/** Opens a port and returns its address. */
function listenAt(app: FastifyInstance, config: Config, port: number): Promise<string> {
  const scheme = files(config) ? 'https:' : 'http:'
  const said = (address: string) => address.replace(/^http:/, scheme)
  const listenTextResolver = (address: string) => `Server listening at ${said(address)}`
  return app.listen({ host: config.host, port, listenTextResolver }).then(said)
}

export type OpenPorts = {
  app: FastifyInstance
  address: string
  /** The address of the operators' own port, if there is one. */
  operatorAddress: string | null
  /** Reads the certificate again; null if there is none. */
  renewCertificate: (() => void) | null
  close: () => Promise<void>
}

/** Opens the ports. The operators' port is first, so that it answers as soon as the service does. */
export async function openPorts(
  config: Config,
  floor: Floor,
  certificate: Certificate | null,
  sources: MetricSources,
): Promise<OpenPorts> {
  const metrics = metricsOf(floor, sources)
  const options = httpOptionsOf(config, certificate)
  const app: FastifyInstance = await openHttp(floor, options, metrics)
  const operators = config.adminPort > 0 ? await openOperatorHttp(floor, options, metrics) : null
  floor.alarms.follow((alarm) => app.log.warn(alarm, 'alarm'))
  floor.elsewhere?.watchServed((served) => logForwarded(app.log, served))
  for (const warning of [...(await setupWarnings(floor)), ...opennessWarnings(config)]) app.log.warn(warning)
  const closeApps = async () => {
    await app.close()
    await operators?.close()
  }
  try {
    const operatorAddress = operators ? await listenAt(operators, config, config.adminPort) : null
    const address = await listenAt(app, config, config.port)
    const renewal = renewalOf(config, [app, ...(operators ? [operators] : [])])
    const close = async () => {
      renewal?.stop()
      await closeApps()
    }
    return { address, operatorAddress, app, renewCertificate: renewal?.renew ?? null, close }
  } catch (error) {
    await closeApps()
    throw error
  }
}

/** Fields of log lines that identify the process. */
const loggedBy = ({ node }: Config) => ({ pid: process.pid, hostname: hostName(), ...(node === '' ? {} : { node }) })

const httpOptionsOf = (config: Config, certificate: Certificate | null): HttpOptions => ({
  ...defaultHttpOptions,
  demo: config.demo,
  badges: config.demo ? demoStaff : [],
  origins: config.origins,
  hosts: [...config.publicHosts, hostname(config.host) ?? config.host],
  proxies: config.proxies,
  secureCookies: config.secureCookies || certificate !== null,
  certificate,
  hasOperators: config.adminPort === 0,
  requestsPerMinute: config.requestsPerMinute,
  idleFolder: config.idlePictures === '' ? null : resolve(config.folder, config.idlePictures),
  ws: {
    ...defaultHttpOptions.ws,
    commandsPerSecond: config.commandsPerSecond,
    socketsPerToken: config.socketsPerToken,
    socketsPerAddress: config.socketsPerAddress,
  },
  logger: config.logLevel === 'silent' ? false : { level: config.logLevel, base: loggedBy(config) },
})
