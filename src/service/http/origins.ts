import type { IncomingMessage } from 'node:http'

/** Names that always mean the machine itself. */
const itself = ['localhost', '127.0.0.1', '[::1]']

/** A page whose name was made to mean this machine says that name: only names that the house knows are answered to. */
export function isUnknownHost({ headers, socket }: IncomingMessage, known: readonly string[]): boolean {
  const name = readHost(headers.host ?? '')?.hostname
  return name === undefined || ![...itself, ...known, addressOf(socket.localAddress)].includes(name)
}

/** A page of another house may not speak through a visitor's browser. */
export function isForeign({ headers }: Pick<IncomingMessage, 'headers'>, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || allowed.includes(origin)) return false
  return URL.parse(origin)?.host !== host
}

/** Where the connection arrived, as an address is written in a URL. */
function addressOf(local: string | undefined): string | undefined {
  const address = local?.replace(/^::ffff:/, '')
  return address?.includes(':') ? `[${address}]` : address
}

/** A host and perhaps its port, and nothing else; null where it is none. */
const readHost = (text: string): URL | null => (/^[^/?#@\\]+$/.test(text) ? URL.parse(`http://${text}`) : null)

/** A name or address as a configuration has it, in the form that is compared. */
export function hostname(text: string): string | null {
  const url = readHost(text.split(':').length > 2 && !text.startsWith('[') ? `[${text}]` : text)
  return url?.port === '' ? url.hostname : null
}

export const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text
