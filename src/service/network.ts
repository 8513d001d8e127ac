import type { Server } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BadConfig, type Config } from './config.ts'
import { type Certificate, type CertificateFiles, type Renewal, readCertificate, renewing } from './http/certificate.ts'

/** How the service stands open to its network. */

const files = ({ tlsCert, tlsKey }: Config): CertificateFiles | null =>
  tlsCert === '' && tlsKey === '' ? null : { cert: tlsCert, key: tlsKey }

/** null: it speaks plain HTTP. */
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

/** Looks for a new certificate, for every port that shows it. */
export function renewalOf(config: Config, apps: readonly FastifyInstance[]): Renewal | null {
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

/** Whoever shares a network with it could read PINs and tokens, and act in their name. */
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

/** Gives the address. */
export function listenAt(app: FastifyInstance, config: Config, port: number): Promise<string> {
  const scheme = files(config) ? 'https:' : 'http:'
  const said = (address: string) => address.replace(/^http:/, scheme)
  const listenTextResolver = (address: string) => `Server listening at ${said(address)}`
  return app.listen({ host: config.host, port, listenTextResolver }).then(said)
}
