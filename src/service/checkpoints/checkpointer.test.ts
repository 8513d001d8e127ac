import { afterAll, describe, expect, test } from 'vitest'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { freshSigner } from '../../../test/support/proof.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { COSIGNATURE, ED25519 } from '../../proof/keys.ts'
import { cosign, readNote } from '../../proof/notes.ts'
import type { Journal } from '../journal/journal.ts'
import { openStore } from '../journal/open-store.ts'
import { Checkpointer } from './checkpointer.ts'

afterAll(cleanUp)

const stream = 'single'
const entries = [1, 2, 3].map((seq) => ({ stream, seq, body: `{"v":3,"of":${seq}}` }))

function readable(note: string) {
  const read = readNote(note)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

/**
 * Two processes that sign one stream: on SQLite both in the process that has the file, on PostgreSQL each at a node of
 * its own.
 */
const stores = [
  {
    name: 'SQLite',
    async open(): Promise<Journal[]> {
      const journal = await openStore(freshFolder())
      return [journal, journal]
    },
  },
  {
    name: 'PostgreSQL',
    async open(): Promise<Journal[]> {
      const place = await freshStore()
      return [await openStore(place), await openStore(place)]
    },
  },
]

describe.each(stores)('checkpoints that two sign at once, in $name', ({ open }) => {
  test('no signature is lost, whoever comes between reading and writing', async () => {
    const journals = await open()
    try {
      await journals[0]!.append(entries)
      const [old, signer] = [freshSigner('house.example', ED25519), freshSigner('house.example', ED25519)]
      const both = journals.map((journal) => new Checkpointer({ journal, signer: old }))
      const made = await Promise.all(both.map((one) => one.make(stream)))
      const { text } = readable(made[0]!.note)
      expect(readable(made[1]!.note).text).toBe(text)

      const witnesses = Array.from({ length: 10 }, (_, nth) => freshSigner(`w.example/${nth}`, COSIGNATURE))
      const cosigned = witnesses.map((witness, nth) =>
        both[nth % 2]!.addSignatures(stream, entries.length, [cosign(text, witness, 1_794_859_200)]),
      )
      await Promise.all([...cosigned, both[0]!.change(signer, [stream])])

      const kept = await journals[1]!.latestCheckpoint(stream)
      const names = readable(kept!.note).signatures.map(({ name }) => name)
      expect(names.toSorted()).toEqual(
        ['house.example/single', 'house.example/single', ...witnesses.map(({ verifier }) => verifier.name)].toSorted(),
      )
    } finally {
      await Promise.all([...new Set(journals)].map((journal) => journal.close()))
    }
  })
})
