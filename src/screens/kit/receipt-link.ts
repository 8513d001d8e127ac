import { fromUtf8 } from '../../proof/bytes.ts'
import { packText, unpackText } from './packed-text.ts'

/** A receipt with the keys that it is to be checked by: the house's, and those of its witnesses. */
export type LinkedReceipt = {
  readonly receipt: string
  readonly keys: readonly string[]
  readonly witnesses: readonly string[]
}

/** A link to the house's page that checks. The receipt and the keys are its fragment, which no server sees. */
export async function receiptLink(origin: string, { receipt, keys, witnesses }: LinkedReceipt): Promise<string> {
  const named = [...keys.map((key) => ['key', key]), ...witnesses.map((key) => ['witness', key])]
  const fragment = new URLSearchParams([...named, ['receipt', await packText(receipt)]])
  return `${origin}/check.html#${fragment}`
}

/** Larger than any receipt. */
const RECEIPT_BYTES_MAX = 8_000_000

/** Reads the fragment of such a link; null: it is none. */
export async function readReceiptLink(fragment: string): Promise<LinkedReceipt | null> {
  const told = new URLSearchParams(fragment.replace(/^#/, ''))
  const packed = told.get('receipt')
  const bytes = packed === null ? null : await unpackText(packed, RECEIPT_BYTES_MAX)
  const receipt = bytes && fromUtf8(bytes)
  return receipt === null ? null : { receipt, keys: told.getAll('key'), witnesses: told.getAll('witness') }
}
