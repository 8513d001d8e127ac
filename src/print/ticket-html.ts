import { createHash } from 'node:crypto'
import type { Ticket } from '../house/ticket-state.ts'
import { printedNumber } from '../house/tickets.ts'
import { dollars, escapeMarkup } from '../words/plain-text.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { barcodeSvg } from './barcode.ts'
import { code128Bars } from './code-128.ts'
import { interleavedBars } from './interleaved-2-of-5.ts'
import { placeOfZone, timeIn } from './zone-time.ts'

/** The entry of the ticket in the record, and the public key of the house's signatures. */
type PlaceOnRecord = { log: string; seq: number; key: string }
type HouseOnPaper = {
  name: string
  mark?: string
  timeZone: string
  /** The program that prints it, with its version. */
  program?: string
  /** The sign before the amount; left out: the dollar. */
  currency?: string
  address?: string
  note?: string
  onRecord?: PlaceOnRecord
}
/** The how manieth it is, and when it was made. */
type Copy = { copy: number; at: string }

/** The words on a ticket; `tag` names their language for the printer. */
export type TicketWords = Pick<Vocabulary, 'common' | 'ticket'> & { tag: string }

/** Roll paper of 80 mm, of which printers reach 72. */
const style = `
@page { size: 80mm 156mm; margin: 0 }
* { box-sizing: border-box; margin: 0 }
html { background: #fff; color: #000; font: 9pt/1.35 sans-serif }
main { width: 72mm; margin: 0 auto; padding: 4mm 0; text-align: center; break-inside: avoid }
h1 { font-size: 13pt }
.mark-of-house { max-height: 14mm; max-width: 40mm }
h2 { margin-top: 2mm; font-size: 11pt; letter-spacing: .08em }
svg { display: block; margin: 3mm auto 1mm }
.number { font: 11pt monospace }
.amount { margin: 3mm 0 1mm; font-size: 20pt; font-weight: bold }
.mark { margin: 2mm 0; padding: 1mm; border: .6mm solid #000; font-size: 14pt; font-weight: bold }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5mm 3mm; margin: 3mm 0; text-align: left }
dd { overflow-wrap: anywhere }
.record { font-size: 6.5pt; overflow-wrap: anywhere }
.record code { font-family: monospace }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Content security policy of the page: it may only be drawn. */
export const ticketPolicy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

/** A page by itself, for the printer: no script, nothing fetched. */
export function ticketHtml(ticket: Ticket, house: HouseOnPaper, words: TicketWords, copy?: Copy): string {
  const { number, amount } = ticket
  const { ticket: wording } = words
  return `<!doctype html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(ticketPolicy)}">
<title>${wording.title} ${printedNumber(number)}</title>
<style>${style}</style>
</head>
<body>
<main>
${markOf(house)}<h1>${escapeMarkup(house.name)}</h1>
${optional(house.address)}<h2>${wording.heading}</h2>
${copyMark(copy, house, words)}${voidMark(ticket, words)}${numberBelow(interleavedBars(number), number)}
<p class="amount">${escapeMarkup(dollars(amount, house.currency))}</p>
<p>${wording.amount(amount)}</p>
<dl>
${ticketLines(ticket, house, words)
  .map(([name, value]) => `<dt>${name}</dt><dd>${escapeMarkup(value)}</dd>`)
  .join('\n')}
</dl>
${numberBelow(code128Bars(number), number)}
${optional(house.note)}${house.program === undefined ? '' : `<p class="record">${escapeMarkup(house.program)}</p>\n`}${recordOf(house.onRecord, wording)}</main>
</body>
</html>
`
}

/** Validators read Interleaved 2 of 5, hand scanners Code 128. The number stands below each, so that torn paper can be read. */
const numberBelow = (bars: readonly number[], number: string): string =>
  `${barcodeSvg(bars, number, 14)}\n<p class="number">${printedNumber(number)}</p>`

const markOf = ({ mark }: HouseOnPaper): string =>
  mark ? `<img class="mark-of-house" src="${escapeMarkup(mark)}" alt="">\n` : ''

type TicketLine = readonly [name: string, value: string]

function ticketLines(
  { issued, expires, sequence }: Ticket,
  { timeZone }: HouseOnPaper,
  words: TicketWords,
): readonly TicketLine[] {
  const { common, ticket } = words
  const { place } = issued
  return [
    [ticket.sequence, String(sequence)],
    [ticket.issued, timeOn(issued.at, timeZone, words)],
    [common.table, place.table],
    'terminal' in place ? [common.terminal, place.terminal] : [ticket.attendant, place.attendant],
    [ticket.validUntil, timeOn(expires, timeZone, words)],
  ]
}

/** With these two its holder can request the proof from anybody with the record, and check it without the house. */
function recordOf(onRecord: PlaceOnRecord | undefined, wording: TicketWords['ticket']): string {
  if (!onRecord) return ''
  const { log, seq, key } = onRecord
  const place = `${wording.record}: ${wording.entry(log, seq)}`
  return `<p class="record">${escapeMarkup(place)}<br>${wording.signedBy} <code>${escapeMarkup(key)}</code></p>\n`
}

const optional = (text: string | undefined): string => (!text ? '' : `<p>${escapeMarkup(text)}</p>\n`)

const timeOn = (at: string, timeZone: string, { ticket }: TicketWords): string =>
  ticket.time(...timeIn(timeZone, at), placeOfZone(timeZone))

/** The mark tells the cashier that another paper with the same number may exist. */
const copyMark = (copy: Copy | undefined, { timeZone }: HouseOnPaper, words: TicketWords): string =>
  copy ? `<p class="mark">${words.ticket.copy(copy.copy, timeOn(copy.at, timeZone, words))}</p>\n` : ''

/** A copy of what is spent must not look like money. */
function voidMark({ redeemed, cancelled }: Ticket, { ticket }: TicketWords): string {
  const mark = redeemed ? ticket.redeemed : cancelled ? ticket.cancelled : null
  return mark ? `<p class="mark">${mark}</p>\n` : ''
}
