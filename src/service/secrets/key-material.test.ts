import { expect, test } from 'vitest'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import {
  type ByteSource,
  cryptoChance,
  drawSymbols,
  freshToken,
  houseKeyMaterial,
  keyedHash,
  limitConcurrency,
  tokenHash,
} from './key-material.ts'

/** Every value of a byte, in turn. */
const everyByte = (): ByteSource => {
  let next = 0
  return { bytes: (count) => Uint8Array.from({ length: count }, () => next++ % 256) }
}

test.each(['0123456789', 'ACDEFGHJKLMNPQRTUVWXY34679', 'ab', '01234567'])('%s: each symbol is as likely', (symbols) => {
  const bits = Math.ceil(Math.log2(symbols.length))
  const perSymbol = 256 / 2 ** bits
  const text = drawSymbols(everyByte(), symbols, symbols.length * perSymbol)
  for (const symbol of symbols) expect([...text].filter((one) => one === symbol)).toHaveLength(perSymbol)
})

test('a draw has its length, whatever is thrown away', () => {
  for (let length = 1; length < 40; length++)
    expect(drawSymbols(cryptoChance, '0123456789', length)).toHaveLength(length)
  const mostlyBad: ByteSource = { bytes: (count) => new Uint8Array(count).fill(255).with(0, 3) }
  expect(drawSymbols(mostlyBad, '0123456789', 6)).toBe('333333')
})

test('tokens have 256 bits and do not repeat', () => {
  const tokens = Array.from({ length: 100 }, () => freshToken(cryptoChance))
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a keyed hash needs the key, and a key has some length', () => {
  const keyMaterial = testKeyMaterial()
  const other = { ...keyMaterial, key: Buffer.alloc(32, 8) }
  expect(keyedHash(keyMaterial, 'x').equals(keyedHash(keyMaterial, 'x'))).toBe(true)
  expect(keyedHash(keyMaterial, 'x').equals(keyedHash(other, 'x'))).toBe(false)
  expect(() => houseKeyMaterial(new Uint8Array(31))).toThrow(RangeError)
  expect(houseKeyMaterial(new Uint8Array(32)).pinCost.N).toBeGreaterThanOrEqual(2 ** 15)
})

test('a limitConcurrency lets so many in, keeps so many waiting and turns the rest away', async () => {
  const turns = limitConcurrency(2, 3)
  const release: (() => void)[] = []
  let [inside, most] = [0, 0]
  const work = () =>
    turns(async () => {
      most = Math.max(most, ++inside)
      await new Promise<void>((go) => release.push(go))
      inside--
      return 'done'
    })
  const all = Array.from({ length: 7 }, work)
  expect(await Promise.all(all.slice(5))).toEqual([null, null])
  for (let done = 0; done < 5; done++) {
    release[done]!()
    expect(await all[done]).toBe('done')
    await new Promise(setImmediate)
  }
  expect(most).toBe(2)
  const again = work()
  await new Promise(setImmediate)
  release.at(-1)!()
  expect(await again).toBe('done')
})

test('work that fails leaves the limitConcurrency free', async () => {
  const turns = limitConcurrency(1, 1)
  const failing = () => turns(() => Promise.reject(new Error('broken')))
  await expect(failing()).rejects.toThrow('broken')
  await expect(failing()).rejects.toThrow('broken')
  expect(await turns(async () => 1)).toBe(1)
})
