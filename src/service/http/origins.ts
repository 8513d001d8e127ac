import type { IncomingMessage } from 'node:http'

/** Names that always mean the machine itself. */
const itself = ['localhost', '127.0.0.1', '[::1]']

/**
 * Only known host names are answered: a page whose name was made to point at this machine (DNS rebinding) sends its own
 * name.
 */
export function isUnknownHost({ headers, socket }: IncomingMessage, known: readonly string[]): boolean {
  const name = readHost(headers.host ?? '')?.hostname
  return name === undefined || ![...itself, ...known, addressOf(socket.localAddress)].includes(name)
}

/** A page of a foreign origin must not use the service through a visitor's browser. */
export function isForeign({ headers }: Pick<IncomingMessage, 'headers'>, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || allowed.includes(origin)) return false
  return URL.parse(origin)?.host !== host
}

/** The local address of the connection, as written in a URL. */
function addressOf(local: string | undefined): string | undefined {
  const address = local?.replace(/^::ffff:/, '')
  return address?.includes(':') ? `[${address}]` : address
}

/** Reads a host with an optional port; null if the text is anything else. */
const readHost = (text: string): URL | null => (/^[^/?#@\\]+$/.test(text) ? URL.parse(`http://${text}`) : null)

/** A name or address from the configuration, in the form that is compared. */
export function hostname(text: string): string | null {
  const url = readHost(text.split(':').length > 2 && !text.startsWith('[') ? `[${text}]` : text)
  return url?.port === '' ? url.hostname : null
}

export const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text
