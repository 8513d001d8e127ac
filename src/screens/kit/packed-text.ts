import { fromBase64, joined, toBase64, utf8 } from '../../proof/bytes.ts'

/** Packs a text for the fragment of a link: compressed, in the letters of a URL. A server never sees a fragment. */
export async function packText(text: string): Promise<string> {
  const packed = await pass(utf8(text), new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY)
  return toBase64(packed!).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Unpacks a text. Null where `packText` did not write it, or where it unpacks to more than `bytesMax`. */
export async function unpackText(text: string, bytesMax: number): Promise<Uint8Array | null> {
  const letters = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(letters.padEnd(Math.ceil(letters.length / 4) * 4, '='))
  try {
    return bytes && (await pass(bytes, new DecompressionStream('deflate-raw'), bytesMax))
  } catch {
    // The stream says no more than that the bytes are damaged.
    return null
  }
}

/** Sends bytes through a stream. Null beyond `bytesMax`, because a small text may unpack to gigabytes. */
async function pass(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(through)
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value!.length
    if (length > bytesMax) {
      await reader.cancel()
      return null
    }
    parts.push(value!)
  }
  return joined(...parts)
}
