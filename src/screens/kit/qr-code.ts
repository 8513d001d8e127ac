import encodeQR from 'qr'

/** The capacity of a code in bytes: version 40 at the lowest correction. */
const CODE_BYTES_MAX = 2_953

/** The modules of a QR code, row after row, 1 for dark, with the margin that readers want; null: it does not fit. */
export function qrCode(text: string): string | null {
  if (new TextEncoder().encode(text).length > CODE_BYTES_MAX) return null
  return encodeQR(text, 'raw', { ecc: 'low', encoding: 'byte', border: 4 })
    .flat()
    .map((dark) => (dark ? '1' : '0'))
    .join('')
}
