import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { entriesOf, SignedTree, signers } from '../../../test/support/receipts.ts'
import { writeReceipt } from '../../receipts/receipt.ts'
import { qrCode } from './qr-code.ts'

/** The picture for a camera, each module four pixels wide. */
function pictureOf(code: string) {
  const [side, scale] = [Math.sqrt(code.length), 4]
  const width = side * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (code[Math.floor(y / scale) * side + Math.floor(x / scale)] === '1')
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height: width, data }
}

test('a receipt is read out of the picture of its code, to the byte', () => {
  const keys = signers()
  const tree = new SignedTree(entriesOf({ book: 'mbs/roulette@3' }, [{ do: 'buy-in', player: '李梅', amount: 500 }]))
  const receipt = writeReceipt({ ...tree.prove(2), beside: [], checkpoint: tree.note(keys) })
  const code = qrCode(receipt)!
  expect(Number.isInteger(Math.sqrt(code.length))).toBe(true)
  expect(decodeQR(pictureOf(code))).toBe(receipt)
})

test('a text too large for a code gives none', () => {
  expect(qrCode('x'.repeat(2_953))).not.toBeNull()
  expect(qrCode('x'.repeat(2_954))).toBeNull()
  expect(qrCode('梅'.repeat(985))).toBeNull()
})
