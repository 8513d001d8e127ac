import { fromUtf8 } from '../../proof/bytes.ts'
import { packText, unpackText } from './packed-text.ts'

/** A receipt with the keys that it is to be checked by: the house's, and those of its witnesses. */
export type LinkedReceipt = LinkedKeys & { readonly receipt: string }

type LinkedKeys = { readonly keys: readonly string[]; readonly witnesses: readonly string[] }

/** A link to the house's page that checks. The receipt and the keys are its fragment, which no server sees. */
export async function receiptLink(origin: string, { receipt, keys, witnesses }: LinkedReceipt): Promise<string> {
  const named = [...keys.map((key) => ['key', key]), ...witnesses.map((key) => ['witness', key])]
  const fragment = new URLSearchParams([...named, ['receipt', await packText(receipt)]])
  return `${origin}/check.html#${fragment}`
}

/** A link to the house's page that checks, which comes with the house's key. */
export const checkPageLink = (key: string | null): string =>
  key === null ? '/check.html' : `/check.html#${new URLSearchParams({ key })}`

/** Larger than any receipt. */
const RECEIPT_BYTES_MAX = 8_000_000

/** Reads the fragment of such a link; null: it is none. `receipt`: null if the link has keys alone. */
export async function readReceiptLink(fragment: string): Promise<(LinkedKeys & { receipt: string | null }) | null> {
  const told = new URLSearchParams(fragment.replace(/^#/, ''))
  const named = { keys: told.getAll('key'), witnesses: told.getAll('witness') }
  const packed = told.get('receipt')
  if (packed === null) return named.keys.length > 0 ? { ...named, receipt: null } : null
  const bytes = await unpackText(packed, RECEIPT_BYTES_MAX)
  const receipt = bytes && fromUtf8(bytes)
  return receipt === null ? null : { ...named, receipt }
}
