import type { Book } from '../../books/rule-book.ts'
import { fromBase64, joined, toBase64, utf8 } from '../../proof/bytes.ts'

/** The longest link that is made, in characters. Browsers open longer ones; mail and chat programs cut them off. */
export const LINK_LENGTH_MAX = 32_000

/** Packs a book for the fragment of a link: JSON, compressed, in the letters of a URL. A server never sees a fragment. */
export async function packBook(book: Book): Promise<string> {
  const packed = await pass(utf8(JSON.stringify(book)), new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY)
  return toBase64(packed!).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Unpacks a book. Null where `packBook` did not write the text, or where it unpacks to more than `bytesMax`. */
export async function unpackBook(text: string, bytesMax: number): Promise<Uint8Array | null> {
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
