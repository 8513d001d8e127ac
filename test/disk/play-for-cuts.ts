import { openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { bookById } from '../../src/books/index.ts'
import { spotsOf } from '../../src/engine/spots.ts'
import { readConfig } from '../../src/service/config.ts'
import { journalFile } from '../../src/service/journal/sqlite-file.ts'
import { startService } from '../../src/service/service.ts'
import { ask, Client, demoFlags, type Seat } from '../support/service.ts'

/**
 * A separate process: the service and its players. Answers go into the file `answers` of the same folder, so that the
 * log of the disk shows the time of each acknowledgement. Arguments: the folder, and the number of answers.
 */
const [folder = '', wanted = '0'] = process.argv.slice(2)
const TABLES = ['roulette-3', 'roulette-double-zero-etg-4-a-rapid']
const LANES = 3

const answers = openSync(join(folder, 'answers'), 'a')
let count = 0
/** Position in the journal at the first answer. */
let sizeAtFirst = Number.POSITIVE_INFINITY
/** Whether play was long enough: all wanted answers were given, and a checkpoint moved part of the log into the file. */
const isEnough = (): boolean => count >= Number(wanted) && fileSize() > sizeAtFirst

function note(stream: string, actor: string, id: string): void {
  count++
  writeSync(answers, `${JSON.stringify({ stream, actor, id })}\n`)
  if (count === 1) sizeAtFirst = fileSize()
}

const service = await startService(readConfig({ ...demoFlags, speed: '250', data: folder }, {}))
const { address } = service
const fileSize = (): number => statSync(journalFile(folder)).size

const seatAt = async (table: string): Promise<Seat> =>
  (await ask(address, 'POST', '/api/terminals/demo', { body: { table } })).body as Seat

/** Wagers without a pause. Refusals are not noted, since only some are on record. */
async function wager(table: string): Promise<void> {
  const { player, terminal, token } = await seatAt(table)
  const { body } = await ask(address, 'GET', `/api/tables/${table}`)
  const { list } = spotsOf(bookById(body.book as string)!, body.layout as string)
  const client = await Client.at(address, table, { token })
  let nth = 0
  const lane = async () => {
    while (!isEnough()) {
      const id = `${player}-${++nth}`
      const command = { do: nth % 3 === 0 ? 'withdraw' : 'wager', player, spot: list[nth % 12]!.spot, stake: 500, id }
      const answer = await client.ask(command)
      if (answer.events) note(table, `terminal:${terminal}`, id)
      else await new Promise((later) => setImmediate(later))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Turns credits into tickets and tickets into credits: entries of two streams at once. */
async function cash(table: string): Promise<void> {
  const { terminal, token } = await seatAt(table)
  for (let nth = 1; !isEnough(); nth++) {
    const sold = await ask(address, 'POST', '/api/tickets', { token, body: { amount: 500, id: `out-${nth}` } })
    note('tickets', `terminal:${terminal}`, `out-${nth}`)
    const { number } = sold.body.ticket as { number: string }
    await ask(address, 'POST', '/api/tickets/redeem', { token, body: { number, id: `in-${nth}` } })
    note('tickets', `terminal:${terminal}`, `in-${nth}`)
  }
}

await Promise.all([...TABLES.map(wager), cash(TABLES[1]!)])
// The process exits without a shutdown, as in a power cut.
process.kill(process.pid, 'SIGKILL')
