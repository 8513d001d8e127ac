import { bookById as ourBookById } from '../../src/books/index.ts'
import { rulesOf } from '../../src/books/rule-book.ts'
import { conduct, openTable } from '../../src/engine/conduct.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import type { TableEvent } from '../../src/engine/events.ts'
import { isProblem, readCommand } from '../../src/engine/language.ts'
import { postingsOf } from '../../src/engine/ledger.ts'
import { readSetup } from '../../src/engine/table.ts'
import { writeCheckpoint } from '../../src/proof/checkpoints.ts'
import { COSIGNATURE, ED25519, type Signer } from '../../src/proof/keys.ts'
import { cosign, sign, writeNote } from '../../src/proof/notes.ts'
import { proveInclusion } from '../../src/proof/tree.ts'
import type { ProvingReader } from '../../src/receipts/make-receipt.ts'
import type { Proven } from '../../src/receipts/receipt.ts'
import { fingerprintOf } from '../../src/record/known-books.ts'
import { leafHashBytes } from '../../src/record/leaf-hash.ts'
import { notePlaces, type RoundPlaces } from '../../src/record/round-index.ts'
import { decidedEntry, openingEntry, readTableEntry, writeTableEntry } from '../../src/record/table-entry.ts'
import { foreignBookById } from '../books/foreign-books.ts'
import { prisonBookById } from '../books/french-en-prison.ts'
import { freshSigner, KeptTree } from './proof.ts'

/** A house in small, for the tests: entries in a tree, signed by a house and a witness. */
export const HOUSE_NAME = 'house.example'
export const signers = (table = 'single') => ({
  house: freshSigner(`${HOUSE_NAME}/${table}`, ED25519),
  witness: freshSigner('witness.example/w1', COSIGNATURE),
})

export const at = '2026-11-16T20:00:00.000Z'

/** The entries of a script, as a journal holds them. */
export function entriesOf(setup: object, orders: readonly object[]): string[] {
  const bookById = (id: string) => ourBookById(id) ?? foreignBookById(id) ?? prisonBookById(id)
  const read = readSetup(setup, bookById)
  if (isProblem(read)) throw new Error(read.problem)
  const book = bookById(read.book)!
  const when = { salt: '0f'.repeat(16), at, actor: 'staff:1001', book: fingerprintOf(book), house: 0 }
  let table = openTable(book, read, { bookById })
  const entries = [writeTableEntry(openingEntry({ ...when, actor: 'service' }, read, rulesOf(book)))]
  for (const order of orders) {
    const command = readCommand({ ...order, at })
    if (isProblem(command)) throw new Error(command.problem)
    const played = conduct(table, command)
    if (isRefusal(played.answer)) throw new Error(`${JSON.stringify(order)}: ${played.answer.refused}`)
    table = played.table
    entries.push(writeTableEntry(decidedEntry(when, command, played.answer)))
  }
  return entries
}

export class SignedTree {
  readonly tree = new KeptTree()
  readonly entries: readonly string[]

  constructor(entries: readonly string[]) {
    this.entries = entries
    for (const entry of entries) this.tree.appendLeaf(leafHashBytes(entry))
  }

  prove(seq: number): Proven {
    const index = seq - 1
    return { index, leaf: this.entries[index]!, hashes: proveInclusion(this.tree.read, index, this.tree.size) }
  }

  note({ house, witness }: { house: Signer; witness?: Signer }): string {
    const { size, root } = this.tree
    const text = writeCheckpoint({ origin: house.verifier.name, size, root })
    const cosigned = witness ? [cosign(text, witness, 1_794_859_200)] : []
    return writeNote({ text, signatures: [sign(text, house), ...cosigned] })
  }
}

const eventsIn = (body: string): readonly TableEvent[] => {
  const entry = readTableEntry(body)
  return 'events' in entry ? entry.events : []
}

const isOf = (round: number) => (event: TableEvent) => 'round' in event && event.round === round

/** Where the rounds of a table lie, by all its entries. */
export function placesIn(bodies: readonly string[]): RoundPlaces {
  const places: RoundPlaces = new Map()
  for (const [nth, body] of bodies.entries()) notePlaces(places, nth + 1, readTableEntry(body))
  return places
}

/** A journal of one table, for whoever makes receipts of it. */
export const provingReader = (tree: SignedTree, by: { house: Signer; witness?: Signer }): ProvingReader => ({
  async *pages(stream, from = 1, to = tree.entries.length) {
    const all = tree.entries.map((body, nth) => ({ stream, seq: nth + 1, body, hash: '' }))
    yield all.slice(from - 1, to)
  },
  place: async (_, round) => placesIn(tree.entries).get(round) ?? null,
  checkpoint: async () => ({ size: tree.entries.length, note: tree.note(by) }),
  proven: async (stream, seqs) =>
    seqs.map((seq) => {
      const { leaf: body, hashes } = tree.prove(seq)
      return { stored: { stream, seq, body, hash: '' }, hashes }
    }),
})

/** Sums what the events of a round moved into a player's accounts, by the ledger's own postings. */
export const moneyOf = (entries: readonly string[], round: number, player: string): number =>
  entries
    .flatMap((body) => eventsIn(body).filter(isOf(round)).flatMap(postingsOf))
    .reduce((total, posting) => total + ('player' in posting && posting.player === player ? posting.amount : 0), 0)
