import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { callerAddressesBehind } from './caller-address.ts'

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never

const proxies = ['10.0.0.0/8', '192.0.2.7', '::1']

// biome-ignore format: a table is read down its columns
test.each([
  ['nobody named: the connection itself',           [],      '10.0.0.1',           '203.0.113.5',                 '10.0.0.1'],
  ['a proxy is believed',                           proxies, '10.0.0.1',           '203.0.113.5',                 '203.0.113.5'],
  ['somebody else is not',                          proxies, '192.0.2.8',          '203.0.113.5',                 '192.0.2.8'],
  ['what a visitor made up before it is not',       proxies, '10.0.0.1',           '198.51.100.9, 203.0.113.5',   '203.0.113.5'],
  ['a proxy behind a proxy',                        proxies, '10.0.0.1',           '203.0.113.5, 192.0.2.7',      '203.0.113.5'],
  ['all are proxies: the farthest',                 proxies, '10.0.0.1',           '10.0.0.3, 10.0.0.2',          '10.0.0.3'],
  ['a proxy that says nothing',                     proxies, '10.0.0.1',           undefined,                     '10.0.0.1'],
  ['IPv4 in the clothes of IPv6',                   proxies, '::ffff:10.0.0.1',    '203.0.113.5',                 '203.0.113.5'],
  ['the same without a proxy',                      [],      '::ffff:203.0.113.5', undefined,                     '203.0.113.5'],
  ['of IPv6 the network',                           proxies, '::1',                '2001:db8:1:2:3:4:5:6',        '2001:db8:1:2::'],
])('%s', (_, named, remote, forwarded, visitor) => {
  expect(callerAddressesBehind(named).addressOf(request(remote, forwarded))).toBe(visitor)
})
