import { Croupier } from '../../client/index.ts'
import { language } from '../words/speech.ts'

let house: Croupier | null = null

/**
 * The API client of this page, with the viewer's token; its routes are in docs/api.md. The page has only one: when its
 * node is gone, all requests go to the next node.
 */
export function serviceFor(token: string | null = null): Croupier {
  house ??= new Croupier(globalThis.location?.origin ?? '')
  return house.as(token)
}

export const fetchTables = () => serviceFor().call('GET /api/tables')
export const tableAt = (id: string) => serviceFor().call('GET /api/tables/:id', { params: { id } })
export const demoTerminal = (table: string) => serviceFor().call('POST /api/terminals/demo', { body: { table } })
export const enrolTerminal = (code: string) => serviceFor().call('POST /api/terminals/enrol', { body: { code } })
export const myTerminal = (token: string) => serviceFor(token).call('GET /api/terminals/me')
export const cashOut = (amount: number, id: string, token: string) =>
  serviceFor(token).call('POST /api/tickets', { body: { amount, id } })
export const redeem = (number: string, id: string, token: string) =>
  serviceFor(token).call('POST /api/tickets/redeem', { body: { number, id } })
export const ticketPage = (number: string, token: string) =>
  serviceFor(token).call('GET /api/tickets/:id/print', { params: { id: number }, query: { language: language.value } })

/** Opens a page that the service wrote in a window of its own. */
/** Saves a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export function openPage(page: string): void {
  const address = URL.createObjectURL(new Blob([page], { type: 'text/html' }))
  window.open(address, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
