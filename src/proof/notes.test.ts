import { createPublicKey } from 'node:crypto'
// Deep on purpose: these two are what a checkpoint and its proof are believed by elsewhere.
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { expect, test } from 'vitest'
import { freshSigner, KeptTree } from '../../test/support/proof.ts'
import { fromBase64, fromUtf8, toBase64, utf8 } from './bytes.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoints.ts'
import { COSIGNATURE, ED25519, readKey, type VerifierKey, verifierKey, writeKey } from './keys.ts'
import { cosign, type Note, readNote, sign, verifyNote, writeNote } from './notes.ts'
import { readTlogProof, writeTlogProof } from './tlog-proof.ts'
import { proveInclusion } from './tree.ts'

/** The example of C2SP signed-note. */
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`
const keyOf = (text: string): VerifierKey => readKey(text) as VerifierKey
const noteOf = (text: string): Note => readNote(text) as Note

test('the published note is signed by the published key, and read and written as it is', () => {
  expect(verifyNote(noteOf(note), [keyOf(vkey)])).toEqual([{ key: keyOf(vkey), seconds: null }])
  expect(writeNote(noteOf(note))).toBe(note)
  expect(writeKey(keyOf(vkey))).toBe(vkey)
})

test('signatures by others are left aside, a wrong one by a key that is known is not', () => {
  const [house, stranger] = [freshSigner('house.example', ED25519), freshSigner('stranger.example', ED25519)]
  const text = 'a message\n\nwith an empty line\n'
  const signed = { text, signatures: [sign(text, stranger), sign(text, house), sign(text, house)] }
  const { verifier } = house
  expect(verifyNote(noteOf(writeNote(signed)), [verifier])).toEqual([{ key: verifier, seconds: null }])
  expect(verifyNote(signed, [])).toEqual([])
  let asked = 0
  const counted = {
    ...verifier,
    get key() {
      asked++
      return verifier.key
    },
  }
  expect(verifyNote({ text, signatures: Array(100).fill(sign(text, house)) }, [counted])).toHaveLength(1)
  expect(asked).toBe(1)
  const forged = { text: 'another\n', signatures: signed.signatures }
  expect(verifyNote(forged, [verifier])).toEqual({
    problem: 'the signature of house.example is wrong',
    signer: 'house.example',
  })
  const renamed = verifierKey('stranger.example', ED25519, verifier.key)
  expect(verifyNote(signed, [renamed])).toEqual([])
})

test('a witness says when; nobody can change that', () => {
  const [witness, text] = [freshSigner('witness.example', COSIGNATURE), 'house.example/t1\n0\n4A==\n']
  const signature = cosign(text, witness, 1_679_315_147)
  const keys = [witness.verifier]
  expect(verifyNote({ text, signatures: [signature] }, keys)).toEqual([{ key: keys[0], seconds: 1_679_315_147 }])
  const later = { ...signature, signature: signature.signature.with(7, signature.signature[7]! + 1) }
  expect(verifyNote({ text, signatures: [later] }, keys)).toEqual({
    problem: 'the signature of witness.example is wrong',
    signer: 'witness.example',
  })
})

test("Sigstore's own code believes our checkpoints and proofs", () => {
  const [house, tree] = [freshSigner('house.example/t1', ED25519), new KeptTree()]
  for (let at = 0; at < 13; at++) tree.append(utf8(`entry ${at}`))
  const text = writeCheckpoint({ origin: 'house.example/t1', size: tree.size, root: tree.root })
  const envelope = writeNote({ text, signatures: [sign(text, house)] })
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), house.verifier.key]),
    format: 'der',
    type: 'spki',
  })
  const log = { logID: Buffer.from(house.verifier.id), publicKey, baseURL: 'house.example/t1' }
  for (let index = 0; index < tree.size; index++) {
    const hashes = proveInclusion(tree.read, index, tree.size).map((hash) => Buffer.from(hash))
    const entry = {
      inclusionProof: { logIndex: String(index), hashes, checkpoint: { envelope } },
      canonicalizedBody: Buffer.from(`entry ${index}`),
    } as unknown as Parameters<typeof verifyMerkleInclusion>[0]
    const checkpoint = verifyCheckpoint(entry, [log] as unknown as Parameters<typeof verifyCheckpoint>[1])
    expect(() => verifyMerkleInclusion(entry, checkpoint)).not.toThrow()
    const other = { ...entry, canonicalizedBody: Buffer.from('another') } as typeof entry
    expect(() => verifyMerkleInclusion(other, checkpoint)).toThrow()
  }
})

test('an invalid note, key, checkpoint or proof is reported in one line', () => {
  const good = note.split('\n')[2]!
  const notes: [string, RegExp][] = [
    ['', /no empty line/],
    ['text\n', /no empty line/],
    [`text\n\n${good}`, /does not end/],
    ['text\n\n- example.com/foo Uw2QOkn8\n', /signature 1/],
    [`text\n\n${good}\n— example.com/foo +\n`, /signature 2/],
    [`text\n\n${good} more\n`, /signature 1/],
    [`te\u0000xt\n\n${good}\n`, /control character/],
    [`te\txt\n\n${good}\n`, /control character/],
    [`text\n\n${`${good}\n`.repeat(101)}`, /too many/],
    ['x'.repeat(1_000_001), /too long/],
  ]
  for (const [text, problem] of notes) expect(readNote(text)).toEqual({ problem: expect.stringMatching(problem) })

  const [name, id, key] = vkey.split('+') as [string, string, string]
  const keys: [string, RegExp][] = [
    ['', /form/],
    [`${name}+${id}`, /form/],
    [`a b+${id}+${key}`, /form/],
    [`${name}+530d903b+${key}`, /id that is not/],
    [`other+${id}+${key}`, /id that is not/],
    [`${name}+${id}+${key}=`, /Base 64/],
    [`${name}+${id}+AA==`, /kind/],
    [`${name}+${id}+AQ==`, /long/],
  ]
  for (const [text, problem] of keys) expect(readKey(text)).toEqual({ problem: expect.stringMatching(problem) })

  const root = toBase64(new Uint8Array(32))
  const checkpoints: [string, RegExp][] = [
    ['', /three lines/],
    [`o\n1\n${root}`, /three lines/],
    [`o\n1\n\n${root}\n`, /empty line/],
    [`o\n01\n${root}\n`, /size/],
    [`o\n-1\n${root}\n`, /size/],
    [`o\n9007199254740993\n${root}\n`, /size/],
    [`o\n1\n${root.slice(4)}\n`, /hash/],
    ['o\n1\nnot base 64\n', /hash/],
  ]
  for (const [text, problem] of checkpoints)
    expect(readCheckpoint(text)).toEqual({ problem: expect.stringMatching(problem) })

  const first = 'c2sp.org/tlog-proof@v1'
  const proofs: [string, RegExp][] = [
    ['', /begin/],
    ['something else\n\n', /begin/],
    [`${first}\n\n`, /index/],
    [`${first}\nindex 1.5\n\n`, /index/],
    [`${first}\nextra ???\nindex 1\n\n`, /extra/],
    [`${first}\nindex 1\nAAAA\n\n`, /line 1/],
    [`${first}\nindex 1\n${`${root}\n`.repeat(64)}\n`, /63/],
  ]
  for (const [text, problem] of proofs) expect(readTlogProof(text)).toEqual({ problem: expect.stringMatching(problem) })
})

test('a proof is read as it was written', () => {
  const checkpoint = note
  for (const proof of [
    { index: 0, hashes: [], checkpoint },
    {
      extra: utf8('the entry'),
      index: 73_894,
      hashes: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)],
      checkpoint,
    },
  ])
    expect(readTlogProof(writeTlogProof(proof))).toEqual(proof)
})

test('Base 64 has one text for each value, and is what Node makes of it', () => {
  for (let size = 0; size < 70; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 37 + size * 11) & 255)
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
  }
  for (const text of ['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', 'AA=A', 'AAA-', ' AAA', 'AAAA=', 'AA==AAAA'])
    expect(fromBase64(text), text).toBeNull()
  expect(fromUtf8(Uint8Array.of(0xff))).toBeNull()
  expect(fromUtf8(utf8('ed è subito sera'))).toBe('ed è subito sera')
})
