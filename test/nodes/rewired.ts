import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'

/**
 * Loaded into the process of a node before the service (`--import`). Its connections to other nodes and to the database go
 * through proxies of the test, and its wall clock is wrong by what a file says.
 */

/** The proxy for each port. */
const proxies = new Map(Object.entries(JSON.parse(process.env.NODE_PROXIES ?? '{}') as Record<string, number>))

type Target = { port?: number | string }
const isTarget = (value: unknown): value is Target => typeof value === 'object' && value !== null && 'port' in value

const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  // Arguments that Node has put in order come as one list.
  const list = (Array.isArray(given[0]) ? given[0] : given) as unknown[]
  const [first] = list
  if (isTarget(first)) first.port = proxies.get(String(first.port)) ?? first.port!
  else if (proxies.has(String(first))) list[0] = proxies.get(String(first))
  return Reflect.apply(connect, this, given)
} as typeof connect

const clockFile = process.env.NODE_CLOCK_FILE
let aheadMs = 0
const readClock = (): void => {
  aheadMs = Number(readFileSync(clockFile!, 'utf8'))
}
const { now } = Date
if (clockFile) {
  readClock()
  setInterval(readClock, 100).unref()
  Date.now = () => now() + aheadMs
}
