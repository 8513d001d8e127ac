import { qrCode } from '../kit/qr-code.ts'
import { type LinkedReceipt, receiptLink } from '../kit/receipt-link.ts'

export { receiptLink } from '../kit/receipt-link.ts'

/** The modules of the code that links to the page that checks; null: it does not fit. Without witnesses it may. */
export async function codeOf(origin: string, linked: LinkedReceipt): Promise<string | null> {
  const whole = qrCode(await receiptLink(origin, linked))
  return whole ?? qrCode(await receiptLink(origin, { ...linked, witnesses: [] }))
}
