import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Addresses of callers. Only a configured proxy may say for which address it forwards. */
export type CallerAddresses = {
  isProxy: (address: string) => boolean
  /** The address that limits apply to. For IPv6 it is the network, because one caller has many addresses. */
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
  return { isProxy, addressOf: (request) => networkOf(remoteAddressOf(request, isProxy)) }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The nearest address that is not a proxy; the farthest one if all are proxies. */
function remoteAddressOf({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).reverse()].filter((hop) => hop !== '')
  return hops.find((hop) => !isProxy(hop)) ?? hops.at(-1) ?? ''
}

/** The same address for requests of which Fastify has read the proxies' headers. */
export const addressOfRequest = ({ ip }: FastifyRequest): string => networkOf(ip)

/** The first 64 bits of an IPv6 address; an IPv4 address unchanged, also when written as IPv6. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address.toLowerCase()
  const groups = groupsOf(address.split('%')[0]!)
  if (!groups.slice(0, 5).every((group) => group === 0) || groups[5] !== 0xffff)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::`
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part = ''): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
