import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { START } from '../../test/support/secrets.ts'
import type { Cents } from '../engine/money.ts'
import type { Ticket } from '../house/ticket-state.ts'
import * as en from '../words/en/index.ts'
import { vocabularyIn } from '../words/index.ts'
import { modulesOf } from './barcode.ts'
import { code128Bars } from './code-128.ts'
import { interleavedBars } from './interleaved-2-of-5.ts'
import { ticketHtml, ticketPolicy } from './ticket-html.ts'
import { timeIn } from './zone-time.ts'

const english = { ...en, tag: 'en' }
const chinese = { ...(await vocabularyIn('zh')), tag: 'zh-Hans' }
const cents = (amount: number) => amount as Cents
const reason = 'a reason'
const timeZone = 'Asia/Singapore'

const ticket: Ticket = {
  number: '123456789012345678',
  sequence: 4711,
  amount: cents(12_345),
  issued: { place: { table: 'Roulette <1>', terminal: 'T"1', player: "a'b" }, at: '2026-12-31T18:05:09.000Z' },
  expires: '2027-03-31T18:05:09.000Z',
  redeemed: null,
  cancelled: null,
}
const page = ticketHtml(
  ticket,
  { timeZone, name: 'The <House> & Co', address: '10 "Quay"', note: "Ask the cashier's desk" },
  english,
)

test('it says what a ticket must say', () => {
  for (const text of [
    '123-456-789-012-345-678',
    '$123.45',
    '<dt>Ticket no.</dt><dd>4711</dd>',
    'One hundred and twenty-three dollars and forty-five cents',
    '1 Jan 2027, 02:05:09',
    '1 Apr 2027, 02:05:09',
    'Roulette &lt;1&gt;',
    'T&quot;1',
    'The &lt;House&gt; &amp; Co',
    '10 &quot;Quay&quot;',
    'Ask the cashier&#39;s desk',
  ])
    expect(page).toContain(text)
  expect(page).toContain('size: 80mm 156mm')
})

test('both barcodes are the number, in whole dots of a printer, and it stands below each', () => {
  const drawn = [...page.matchAll(/<svg .*?<\/svg>/g)].map(([svg]) => {
    const [, wide, modules] = /width="([\d.]+)mm".*viewBox="0 0 (\d+) /.exec(svg)!
    const row = Array.from({ length: Number(modules) }, () => '0')
    for (const [, x, bar] of svg.matchAll(/M(\d+) 0h(\d+)v/g)) row.fill('1', Number(x), Number(x) + Number(bar))
    expect((Number(wide) * 203) / 25.4).toBeCloseTo(3 * row.length, 1)
    expect(Number(wide)).toBeLessThan(72)
    return row.join('')
  })
  const quiet = '0'.repeat(10)
  expect(drawn).toEqual(
    [interleavedBars, code128Bars].map((bars) => `${quiet}${modulesOf(bars(ticket.number))}${quiet}`),
  )
  expect(page.match(/<p class="number">123-456-789-012-345-678<\/p>/g)).toHaveLength(2)
})

test('nothing runs and nothing is fetched, whatever names say', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=y>" onload="z'
  const place = { table: hostile, attendant: hostile }
  const bad = ticketHtml(
    { ...ticket, issued: { place, at: START } },
    { timeZone, name: hostile, address: hostile, note: hostile },
    english,
  )
  for (const html of [page, bad]) {
    expect(html).not.toMatch(/<script|<img|<link|<iframe|src=[^x]|href=|url\(|@import|<[^>]* on\w+=/i)
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\//)
  }
  expect(bad.match(/<[a-z]/g)).toHaveLength(page.match(/<[a-z]/g)!.length)
})

test('the mark of the house stands above its name, as a picture that runs nothing', () => {
  const mark = 'data:image/png;base64,AAAA'
  const marked = ticketHtml(ticket, { timeZone, name: 'H', mark }, english)
  expect(marked).toContain(`<img class="mark-of-house" src="${mark}" alt="">\n<h1>H</h1>`)
  expect(ticketPolicy).toContain('img-src data:;')
})

test('its policy names its own style, and it has no other', async () => {
  const style = /<style>(.*)<\/style>/s.exec(page)![1]!
  expect(ticketPolicy).toContain(createHash('sha256').update(style).digest('base64'))
  expect(page).not.toMatch(/ style=/)
})

test('a redeemed ticket says so', () => {
  expect(page).not.toMatch(/REDEEMED|CANCELLED/)
  const { place } = ticket.issued
  expect(ticketHtml({ ...ticket, redeemed: { place, at: START } }, { timeZone, name: 'H' }, english)).toContain(
    '>REDEEMED<',
  )
  const cancelled = { reason, by: { console: 'x' }, at: START }
  expect(ticketHtml({ ...ticket, cancelled }, { timeZone, name: 'H' }, english)).toContain('>CANCELLED<')
})

test('an attendant is named where there is no terminal', () => {
  const sold = ticketHtml(
    { ...ticket, issued: { place: { table: 't', attendant: 'b7' }, at: START } },
    { timeZone, name: 'H' },
    english,
  )
  expect(sold).toContain('<dt>Attendant</dt><dd>b7</dd>')
})

test('in Chinese it says the same, and nothing in English but names', () => {
  const spent = { ...ticket, redeemed: { place: ticket.issued.place, at: START } }
  const page = ticketHtml(spent, { timeZone, name: '金沙' }, chinese)
  for (const text of [
    '<html lang="zh-Hans">',
    '票券 123-456-789-012-345-678',
    '$123.45',
    '<dt>票券序号</dt><dd>4711</dd>',
    '壹佰贰拾叁元肆角伍分',
    '<dt>发出</dt><dd>2027 年 1 月 1 日 02:05:09（新加坡时间）</dd>',
    '<dt>有效期至</dt><dd>2027 年 4 月 1 日 02:05:09（新加坡时间）</dd>',
    '<dt>赌台</dt><dd>Roulette &lt;1&gt;</dd>',
    '<dt>终端</dt><dd>T&quot;1</dd>',
    '>已兑换<',
  ])
    expect(page).toContain(text)
  const read = page.replace(/<head>.*<\/style>|<[^>]*>|&\w+;|Roulette/gs, '')
  expect(read).not.toMatch(/[a-z]{2}/i)
})

test.each([
  ['2026-02-28T15:59:59Z', '2026 2 28 23:59:59'],
  ['2026-02-28T16:00:00Z', '2026 3 1 00:00:00'],
  ['2026-03-01T00:00:00+08:00', '2026 3 1 00:00:00'],
])('%s is %s in Singapore', (time, said) => {
  expect(timeIn(timeZone, time).join(' ')).toBe(said)
})

test('a copy says so, and when it was made, by the clock of the house', () => {
  const copy = { copy: 2, at: '2026-12-31T18:05:09.000Z' }
  const page = ticketHtml(ticket, { timeZone: 'Europe/Monaco', name: 'A house' }, english, copy)
  expect(page).toContain('<p class="mark">COPY 2 · 31 Dec 2026, 19:05:09 (Monaco)</p>')
  expect(ticketHtml(ticket, { timeZone, name: 'A house' }, english)).not.toContain('COPY')
})

test('it says where it stands in the record and by which key that is signed, small', () => {
  const onRecord = { log: 'a.example/house', seq: 1_234, key: 'a.example+01234567+AQ==' }
  const paper = { timeZone, name: 'A house', onRecord }
  expect(ticketHtml(ticket, paper, english)).toContain(
    '<p class="record">On record: a.example/house, entry 1234<br>The record is signed by <code>a.example+01234567+AQ==</code></p>',
  )
  expect(ticketHtml(ticket, paper, chinese)).toContain('记录: a.example/house 第 1234 条<br>记录签名公钥 <code>')
  expect(ticketHtml(ticket, { timeZone, name: 'A house' }, english)).not.toContain('class="record"')
})
