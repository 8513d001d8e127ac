import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { croupier as run } from '../../test/support/cli.ts'
import { freshSigner } from '../../test/support/proof.ts'
import { cleanUp, freshFolder } from '../../test/support/service.ts'
import { writeCheckpoint } from '../proof/checkpoints.ts'
import { COSIGNATURE, ED25519, readKey, signerOf, type VerifierKey, writeKey } from '../proof/keys.ts'
import { cosign, type Note, readNote, sign, writeNote } from '../proof/notes.ts'
import { readAnchor } from '../record/anchors.ts'
import { allOf } from '../record/journal-reader.ts'
import { openReader } from '../service/journal/reader.ts'

afterAll(cleanUp)

/** A signed journal, and the checkpoints that were kept elsewhere. */
const journal = corpus('version-1')
const reader = await openReader(journal)
const signers = (await allOf(reader.pages('house'))).flatMap(({ body }) => [
  ...body.matchAll(/"signing-key-changed","from":[^,]+,"to":"([^"]+)"/g),
])
/** The house has changed it once: the newest checkpoint is signed by the newest key. */
const vkey = signers.at(-1)?.[1]
const notes = (await allOf(reader.checkpoints('single'))).map(({ note }) => note)
await reader.close()
const note = readNote(notes.at(-1)!) as Note
const witness = freshSigner('witness.example/w1', COSIGNATURE)
const cosigned = writeNote({ ...note, signatures: [...note.signatures, cosign(note.text, witness, 1_700_000_000)] })
const stranger = freshSigner((readKey(vkey!) as VerifierKey).name, ED25519)

const croupier = (...args: readonly string[]) => run(args)
const folder = freshFolder()
function fileOf(text: string): string {
  const file = join(folder, `${Math.random()}.note`)
  writeFileSync(file, text)
  return file
}
const checkpoint = fileOf(notes.at(-1)!)

test('a checkpoint from outside is compared with the journal, with the witnesses that signed it', async () => {
  const plain = await croupier('verify', journal, '--key', vkey!, '--checkpoint', checkpoint)
  expect([plain.status, plain.stderr]).toEqual([0, ''])
  expect(plain.stdout).toContain('Every entry of single is as the house signed it at the checkpoint')
  expect(plain.stdout).toContain('No checkpoint was given')
  const keys = ['--key', vkey!, '--witness', writeKey(witness.verifier)]
  expect((await croupier('verify', journal, ...keys, '--checkpoint', fileOf(cosigned))).status).toBe(0)
})

test('the stream is that of the house that signed, though another is called as it begins', () => {
  const [club, house] = [freshSigner('club', ED25519), freshSigner('club/one', ED25519)]
  const text = writeCheckpoint({ origin: 'club/one/t1', size: 1, root: new Uint8Array(32) })
  const signed = writeNote({ text, signatures: [sign(text, signerOf(house, 't1'))] })
  expect(readAnchor(signed, { keys: [club.verifier, house.verifier], witnesses: [], quorum: 0 })).toMatchObject({
    stream: 't1',
    size: 1,
  })
})

test('without one, verify says what a journal cannot prove', async () => {
  const { stdout } = await croupier('verify', journal)
  expect(stdout).toContain('A journal cannot prove that it was not rewritten from scratch')
})

describe('one clear line and exit 2', () => {
  const key = ['--key', vkey!]
  const by = (text: string) => [...key, '--checkpoint', fileOf(text)]
  // biome-ignore format: a table is read down its columns
  const wrong: [string, readonly string[], RegExp][] = [
    ['a key that is none',              ['--key', 'x', '--checkpoint', checkpoint], /--key: the key must have the form NAME\+ID\+KEY/],
    ['a key with another id',           ['--key', vkey!.replace(/\+[0-9a-f]{8}\+/, '+00000000+'), '--checkpoint', checkpoint], /--key: the key has an id/],
    ["a witness's key for the house",   ['--key', writeKey(witness.verifier), '--checkpoint', checkpoint], /--key: the key is that of a witness, not of a house/],
    ['a witness that is none',          [...key, '--witness', 'w', '--checkpoint', checkpoint], /--witness: the key must have/],
    ["a house's key for the witness",   [...key, '--witness', vkey!, '--checkpoint', checkpoint], /--witness: the key is that of a house, not of a witness/],
    ['a checkpoint without a key',      ['--checkpoint', checkpoint], /--checkpoint needs the key/],
    ['a key without a checkpoint',      key, /need a checkpoint/],
    ['a file that is not there',        [...key, '--checkpoint', join(folder, 'none')], /cannot be read: ENOENT/],
    ['a file of other bytes',           by('\xff\x00'), /control character|no signed checkpoint|empty line/],
    ['an empty file',                   by(''), /no empty line/],
    ['a note without a signature',      by(`${note.text}\n`), /does not end with a signature/],
    ['a note with a broken signature',  by(notes.at(-1)!.replace(/ (\S+)\n$/, ' AAAA\n')), /signature 1 of the note cannot be read/],
    ['a wrong signature',               by(notes.at(-1)!.replace(/\n(\d+)\n/, '\n1\n')), /the signature of .* is wrong/],
    ['a checkpoint of two lines',       by(writeNote({ ...note, text: 'a\n1\n' })), /fewer than three lines/],
    ['another house',                   ['--key', writeKey(freshSigner('other.example', ED25519).verifier), '--checkpoint', checkpoint], /no key of that house was given/],
    ["a stranger's key by its name",    ['--key', writeKey(stranger.verifier), '--checkpoint', checkpoint], /no key that was given has signed it/],
    ['a witness that did not sign',     [...key, '--witness', writeKey(witness.verifier), '--checkpoint', checkpoint], /the witness witness.example\/w1 has not signed the checkpoint/],
    ['a receipt that is cut',           by('c2sp.org/tlog-proof@v1\nindex 0\n'), /does not begin|index|empty line/],
  ]

  test.each(wrong)('%s', async (_, args, problem) => {
    const { status, stdout, stderr } = await croupier('verify', journal, ...args)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(problem)])
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
  })
})
