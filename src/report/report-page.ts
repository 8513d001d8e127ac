import { escapeMarkup } from '../words/plain-text.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { Block, Report, ReportCell, ReportSection, ReportTable } from './report-blocks.ts'
import { csvFile, fileAddress, reportJson } from './report-blocks.ts'
import { reportStyle } from './report-style.ts'

type PageWords = Pick<Vocabulary, 'report'> & { tag: string }

/** The page fetches nothing and runs nothing: all of it is in the file. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** For the header, where the page comes from the service. */
export const reportPolicy = `${policy}; frame-ancestors 'none'`

/** The brand of the house: its name, its logo as a data URL, and the colour of its felt. Empty: the house has none. */
export type ReportBrand = { name: string; mark: string; feltColour: string }

/** One page by itself, for a screen and for paper of A4. */
export function reportHtml(report: Report, { report: words, tag }: PageWords, brand?: ReportBrand): string {
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<title>${escapeMarkup(report.title)} · ${escapeMarkup(report.subtitle)}</title>
<style>${reportStyle}${pageMargins(report, words)}${brand?.feltColour ? `:root { --felt: ${brand.feltColour} }` : ''}</style>
</head>
<body>
<header>
${brand ? brandHtml(brand) : ''}<p class="kind">${escapeMarkup(report.kind)}</p>
<h1>${escapeMarkup(report.title)}</h1>
<p class="subtitle">${escapeMarkup(report.subtitle)}</p>
${headingHtml(report)}</header>
<main>
${report.sections.map((section, nth) => sectionHtml(report, section, nth + 1, words)).join('\n')}
</main>
<footer>${escapeMarkup(report.foot)}</footer>
</body>
</html>
`
}

const brandHtml = ({ name, mark }: ReportBrand): string =>
  `<p class="brand">${mark ? `<img src="${escapeMarkup(mark)}" alt="">` : ''}${escapeMarkup(name)}</p>\n`

type ReportTexts = Vocabulary['report']

function headingHtml(report: Report): string {
  if (!report.heading) return ''
  const json = `<a class="json" download="report.json" href="${fileAddress('application/json', reportJson(report))}">JSON</a>`
  return `<dl>${report.heading.map(({ name, value }) => factHtml([name, value])).join('')}</dl>\n${json}\n`
}

/** The margins of printed pages: every page says whose report it is, of which period, and which page of how many. */
function pageMargins({ kind, title, heading = [] }: Report, { pageOf }: ReportTexts): string {
  const facts = (place: string): string =>
    heading
      .filter((fact) => fact.place === place)
      .map(({ value }) => value)
      .join(' · ')
  const [before = '', between = '', after = ''] = pageOf('#', '#').split('#')
  const count = `${cssText(before)} counter(page) ${cssText(between)} counter(pages) ${cssText(after)}`
  return `@page { @top-left { content: ${cssText(facts('left') || kind)} } @top-right { content: ${cssText(facts('right'))} } @bottom-left { content: ${cssText([title, facts('foot')].filter(Boolean).join(' · '))} } @bottom-right { content: ${count} } }
`
}

/** A text within a style sheet: characters that could end it are escaped. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (mark) => `\\${mark.codePointAt(0)!.toString(16)} `)}"`

const sectionHtml = (
  report: Report,
  { title, blocks, onNewPage }: ReportSection,
  nth: number,
  words: ReportTexts,
): string =>
  `<section${onNewPage ? ' class="new-page"' : ''}>
<h2><span>${nth}</span>${escapeMarkup(title)}</h2>
${blocks.map((block) => blockHtml(report, block, title, words)).join('\n')}
</section>`

function blockHtml(report: Report, block: Block, section: string, words: ReportTexts): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escapeMarkup(block.text)}</p>`
    case 'verdict':
      return `<p class="verdict ${block.tone}">${escapeMarkup(block.text)}</p>`
    case 'facts':
      return `<dl>${block.rows.map(factHtml).join('')}</dl>`
    case 'tiles':
      return `<ul class="tiles">${block.tiles.map(({ name, value, fine }) => `<li><span>${escapeMarkup(name)}</span><b>${escapeMarkup(value)}</b>${fine ? `<small>${escapeMarkup(fine)}</small>` : ''}</li>`).join('')}</ul>`
    case 'picture':
      return `<figure${block.isWide ? ' class="wide"' : ''}>${block.title ? `<h3>${escapeMarkup(block.title)}</h3>` : ''}${block.svg}${block.caption ? `<figcaption>${escapeMarkup(block.caption)}</figcaption>` : ''}</figure>`
    case 'table':
      return tableHtml(report, block, section, words)
  }
}

/** Long facts have a line of their own. */
const LONG = 44

const factHtml = ([name, value]: readonly [string, string]): string =>
  `<div${value.length > LONG ? ' class="wide"' : ''}><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd></div>`

function tableHtml(report: Report, table: ReportTable, section: string, words: ReportTexts): string {
  const { name, title, columns, rows, note, empty } = table
  const heading = `<div class="table-head"><h3>${section.startsWith(title) ? '' : escapeMarkup(title)}</h3>${rows.length === 0 ? '' : `<a download="${escapeMarkup(name)}.csv" href="${fileAddress('text/csv', csvFile(report, table))}">CSV</a>`}</div>`
  const fine = note ? `<p class="fine">${escapeMarkup(note)}</p>` : ''
  if (rows.length === 0)
    return `<div class="table">${heading}<p class="fine">${escapeMarkup(empty ?? words.nothing)}</p></div>`
  const classOf = (nth: number): string => {
    const { isNumber, isLong, isTight } = columns[nth]!
    const names = [isNumber && 'number', isLong && 'long', isTight && 'tight'].filter(Boolean)
    return names.length === 0 ? '' : ` class="${names.join(' ')}"`
  }
  const head = columns.map(({ title }, nth) => `<th scope="col"${classOf(nth)}>${escapeMarkup(title)}</th>`).join('')
  const body = rows.map(
    (row) => `<tr>${row.map((cell, nth) => `<td${classOf(nth)}>${cellHtml(cell)}</td>`).join('')}</tr>`,
  )
  return `<div class="table">${heading}<div class="scroll"><table aria-label="${escapeMarkup(title)}"><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${fine}</div>`
}

function cellHtml(cell: ReportCell): string {
  if (typeof cell !== 'object') return escapeMarkup(String(cell))
  const text = escapeMarkup(cell.text)
  return cell.tone ? `<span class="${cell.tone}">${text}</span>` : text
}
