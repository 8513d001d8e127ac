import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** Addresses of callers. Only a proxy that the configuration names is believed about who it speaks for. */
export type CallerAddresses = {
  isProxy: (address: string) => boolean
  /** The address that limits go by; of IPv6 the network, for one caller has many. */
  addressOf: (request: IncomingMessage) => string
}

export function callerAddressesBehind(proxies: readonly string[]): CallerAddresses {
  const known = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) known.addAddress(address, familyOf(address))
    else known.addSubnet(address, Number(bits), familyOf(address))
  }
  const isProxy = (address: string) =>
    proxies.length > 0 && isIP(address) > 0 && known.check(address, familyOf(address))
  return { isProxy, addressOf: (request) => normalizeIP(remoteAddressOf(request, isProxy)) }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The nearest that is no proxy; the farthest where all are. */
function remoteAddressOf({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).reverse()].filter((hop) => hop !== '')
  return hops.find((hop) => !isProxy(hop)) ?? hops.at(-1) ?? ''
}

/** The same address where Fastify has read the proxies' headers. */
export const addressOfRequest = ({ ip }: FastifyRequest): string => normalizeIP(ip)
