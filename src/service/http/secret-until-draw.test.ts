import { expect, test } from 'vitest'
import { inService } from '../../../test/support/http.ts'
import { ask, Client, must, seatAt } from '../../../test/support/service.ts'
import { allOf } from '../../record/journal-reader.ts'
import { type CommandEntry, readTableEntry, type SealedSecret } from '../../record/table-entry.ts'
import { routeNames } from '../../wire/routes.ts'
import { ownReceipts } from '../floor/own-receipts.ts'

/** Until the draw, only a reader of the journal sees data from which the secret could be derived. */

const place = inService()

const paths = routeNames
  .filter((name) => name.startsWith('GET ') && !name.startsWith('GET /api/journal'))
  .map((name) => name.slice('GET '.length))
const values: Readonly<Record<string, string>> = { id: 'fast', round: '1', house: 'mbs', name: 'roulette@3' }
const filled = (path: string): string => path.replace(/:(\w+)/g, (_, key) => values[key] ?? key)

/** The texts, with all Base64 in them decoded. */
function unpacked(texts: readonly string[]): string {
  const all = texts.join('\n')
  const packed = [...new Set(all.match(/[A-Za-z0-9+/]{60,}={0,2}/g))].map((text) =>
    Buffer.from(text, 'base64').toString(),
  )
  return packed.length > 0 ? `${all}\n${unpacked(packed)}` : all
}

type Token = string | undefined

/** All answers of the service to any caller, except the record of the table. */
async function everythingPublic(tokens: readonly Token[], clients: readonly Client[]): Promise<string> {
  const answers: string[] = []
  for (const token of tokens)
    for (const path of paths) {
      const { body } = await ask(place.address, 'GET', filled(path), token === undefined ? {} : { token })
      answers.push('text' in body ? String(body.text) : JSON.stringify(body))
    }
  return unpacked([...answers, ...clients.map(({ heard }) => JSON.stringify(heard))])
}

test('no view, answer, receipt or checkpoint shows the sealed secret of an open round', async () => {
  const { floor } = place.service
  const { table } = floor.rooms.get('fast')!
  const fay = await seatAt(place.service, 'fast', 'fay')
  const tokens: Token[] = [undefined, fay.token, ...Object.values(place.staff)]
  const clients = await Promise.all(
    tokens.map((token) => Client.at(place.address, 'fast', token === undefined ? {} : { token })),
  )
  const said: unknown[] = []
  const tell = async (command: object) =>
    said.push(await must(place.address, place.staff['shift-manager'], 'fast', { ...command }))
  await tell({ do: 'place-your-bets', id: 'open' })
  said.push(await must(place.address, fay.token, 'fast', { do: 'wager', player: 'fay', spot: '7', stake: 500 }))
  await tell({ do: 'place-your-bets', id: 'open' })
  const shown = async () => `${await everythingPublic(tokens, clients)}\n${JSON.stringify(said)}`

  const opening = (await allOf(floor.journal.pages('fast')))
    .map(({ body }) => readTableEntry(body) as CommandEntry & { sealed?: SealedSecret })
    .find(({ sealed }) => sealed)!
  const { text, key } = opening.sealed!
  const commitment = opening.command.do === 'place-your-bets' ? opening.command.commitment! : ''
  const secret = floor.keyMaterial.draws.open('fast', 1, commitment, { ...opening.sealed!, seq: 1 })!

  const before = await shown()
  expect(before).toContain(commitment)
  expect((await ownReceipts(floor, table, 1, 'fay')).receipts[0]!.receipt).not.toBeNull()
  for (const hidden of [text, key, secret, Buffer.from(secret, 'hex').toString('base64')])
    expect(before).not.toContain(hidden)

  const drawn = new Promise<void>((done) => {
    table.watch({ recorded: (events) => events.some(({ type }) => type === 'bonus-numbers-drawn') && done() })
  })
  await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await tell({ do: 'no-more-bets' })
  await drawn
  // The receipt holds the opening after the draw, so the search above would have found the seal.
  const after = await shown()
  expect(after).toContain(secret)
  expect(unpacked([(await ownReceipts(floor, table, 1, 'fay')).receipts[0]!.receipt!])).toContain(text)
  for (const client of clients) client.cut()
})
