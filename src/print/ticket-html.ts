import { createHash } from 'node:crypto'
import type { TicketPlace } from '../house/events.ts'
import type { Ticket } from '../house/state.ts'
import { printedNumber } from '../house/tickets.ts'
import { singaporeTime } from '../house/time.ts'
import { amountInChinese, amountInEnglish, amountInFigures } from './amount-in-words.ts'
import { barcodeSvg } from './code-128.ts'

/** `chinese` false: for printers without its characters. */
type HouseOnPaper = { name: string; address?: string; note?: string; chinese?: boolean }

/** Roll paper of 80 mm, of which printers reach 72. */
const style = `
@page { size: 80mm 130mm; margin: 0 }
* { box-sizing: border-box; margin: 0 }
html { background: #fff; color: #000; font: 9pt/1.35 sans-serif }
main { width: 72mm; margin: 0 auto; padding: 4mm 0; text-align: center; break-inside: avoid }
h1 { font-size: 13pt }
h2 { margin-top: 2mm; font-size: 11pt; letter-spacing: .08em }
svg { display: block; width: 72mm; height: 16mm; margin: 3mm 0 1mm }
.number { font: 11pt monospace }
.amount { margin: 3mm 0 1mm; font-size: 20pt; font-weight: bold }
.mark { margin: 2mm 0; padding: 1mm; border: .6mm solid #000; font-size: 14pt; font-weight: bold }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5mm 3mm; margin: 3mm 0; text-align: left }
dd { overflow-wrap: anywhere }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** What the page may do: be drawn. For the header that goes with it. */
export const ticketPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

/** A page by itself, for the printer: no script, nothing fetched. */
export function ticketHtml(ticket: Ticket, house: HouseOnPaper): string {
  const { number, amount, issued, expires } = ticket
  const rows = [
    ['Issued', '发出', `${singaporeTime(issued.at)} (Singapore)`],
    ['Table', '赌台', issued.place.table],
    placeRow(issued.place),
    ['Valid until', '有效期至', `${singaporeTime(expires)} (Singapore)`],
  ] as const
  const both = (english: string, chinese: string): string =>
    house.chinese === false ? english : `${english} <span lang="zh-Hans">${chinese}</span>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${escaped(ticketPolicy)}">
<title>Ticket ${printedNumber(number)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(house.name)}</h1>
${optional(house.address)}<h2>${both('CREDIT TICKET', '票券')}</h2>
${markOf(ticket)}${barcodeSvg(number, 40)}
<p class="number">${printedNumber(number)}</p>
<p class="amount">${amountInFigures(amount)}</p>
<p>${amountInEnglish(amount)}</p>
${house.chinese === false ? '' : `<p lang="zh-Hans">${amountInChinese(amount)}</p>\n`}<dl>
${rows.map(([english, chinese, value]) => `<dt>${both(english, chinese)}</dt><dd>${escaped(value)}</dd>`).join('\n')}
</dl>
${optional(house.note)}</main>
</body>
</html>
`
}

const placeRow = (place: TicketPlace): readonly [string, string, string] =>
  'terminal' in place ? ['Terminal', '终端', place.terminal] : ['Attendant', '服务员', place.attendant]

const optional = (text: string | undefined): string => (text === undefined ? '' : `<p>${escaped(text)}</p>\n`)

/** A copy of what is spent must not look like money. */
function markOf({ redeemed, cancelled }: Ticket): string {
  const mark = redeemed ? 'REDEEMED' : cancelled ? 'CANCELLED' : null
  return mark ? `<p class="mark">${mark}</p>\n` : ''
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
