import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DocumentFolder, KeptDocuments, StaticDocument } from './documents.ts'

test('a document is built once, also for those who ask while it is built', async () => {
  const documents = new KeptDocuments()
  const book = {}
  let built = 0
  const build = async () => {
    await new Promise(setImmediate)
    return { built: ++built }
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => documents.of(book, 'clauses', build)))
  expect(new Set(all).size).toBe(1)
  expect(String(all[0]!.bytes)).toBe('{"built":1}')
  expect(await documents.of(book, 'odds', build)).not.toBe(all[0])
  expect(await documents.of({}, 'clauses', build)).not.toBe(all[0])
})

test('a document that could not be built is built by the next request', async () => {
  const documents = new KeptDocuments()
  const book = {}
  const failing = () => Promise.reject(new Error('not now'))
  await expect(documents.of(book, 'clauses', failing)).rejects.toThrow('not now')
  expect(String((await documents.of(book, 'clauses', () => 7)).bytes)).toBe('7')
})

test('a document is compressed once for each encoding', async () => {
  const document = new StaticDocument('text/html; charset=utf-8', 'x'.repeat(2_000))
  expect(await document.encoded('br')).toBe(await document.encoded('br'))
  expect((await document.encoded('gzip')).length).toBeLessThan(100)
})

test('a file is read once, and again when it has changed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'croupier-documents-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = new DocumentFolder(root)
  expect(await folder.find('a.html')).toBeNull()
  writeFileSync(join(root, 'a.html'), 'one')
  const document = await folder.find('a.html')
  expect([document?.type, String(document?.bytes)]).toEqual(['text/html; charset=utf-8', 'one'])
  expect(await folder.find('a.html')).toBe(document)
  writeFileSync(join(root, 'a.html'), 'three')
  expect(String((await folder.find('a.html'))?.bytes)).toBe('three')
  for (const name of ['..', '.', '', 'b/a.html', '../a.html', 'a.html\0', '.hidden'])
    expect(await folder.find(name)).toBeNull()
})
