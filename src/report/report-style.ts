/** A report is a sheet of paper: dark ink, the green of the felt, brass for what matters. */
export const reportStyle = `
:root { --ink: #172126; --soft: #55636b; --line: #d5dbdd; --wash: #f3f5f4; --felt: #0e4436; --brass: #8a6a1b; --amber: #9a4d00; --info: #1f5c87; --red: #b4232c; --black: #15171b; --green: #1e7f55; color-scheme: light }
@page { size: A4; margin: 18mm 14mm; font: 7.5pt Inter, "Segoe UI", system-ui, "Noto Sans CJK SC", "Noto Sans SC", sans-serif; color: #55636b; @top-left { width: 40%; text-align: left } @top-right { width: 60%; text-align: right } @bottom-left { width: 82%; text-align: left } @bottom-right { width: 18%; text-align: right } }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { background: #e6eae8; color: var(--ink); font: 14px/1.5 Inter, "Segoe UI", system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100% }
body { max-width: 1040px; margin: 24px auto; padding: 40px 48px 32px; background: #fff; box-shadow: 0 1px 12px #0002; border-radius: 10px }
header { border-bottom: 3px solid var(--felt); padding-bottom: 16px; margin-bottom: 24px }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 14px; font-weight: 700 }
.brand img { height: 40px }
.kind { color: var(--brass); font-size: 12px; font-weight: 700; letter-spacing: .08em; text-transform: uppercase }
h1 { font-size: 30px; line-height: 1.2; color: var(--felt); margin: 4px 0 }
.subtitle { color: var(--soft) }
header dl { margin-top: 12px; font-size: 12.5px }
.json { color: var(--info); font-size: 12px }
section { margin-top: 36px }
h2 { display: flex; gap: 10px; align-items: baseline; font-size: 19px; color: var(--felt); margin-bottom: 12px; break-after: avoid }
h2 span { font-size: 13px; color: var(--brass); min-width: 1.2em }
h3 { font-size: 14px; break-after: avoid }
p { margin: 8px 0; max-width: 80ch }
.fine { color: var(--soft); font-size: 12px }
.verdict { border-left: 4px solid var(--soft); background: var(--wash); padding: 10px 14px; border-radius: 0 6px 6px 0; max-width: none; break-inside: avoid }
.verdict.good { border-color: var(--green) }
.verdict.warning { border-color: var(--amber); background: #fdf3e7 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 0 32px; margin: 8px 0 }
dl div { display: grid; grid-template-columns: 10em minmax(0, 1fr); gap: 12px; padding: 5px 0; border-bottom: 1px solid var(--line); break-inside: avoid }
dl .wide { grid-column: 1 / -1 }
dt { color: var(--soft) }
dd { overflow-wrap: anywhere }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 10px; margin: 12px 0 }
.tiles li { border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; display: grid; break-inside: avoid }
.tiles span { color: var(--soft); font-size: 12px }
.tiles b { font-size: 21px; line-height: 1.3 }
.tiles small { color: var(--soft) }
figure { margin: 16px 0; break-inside: avoid }
figure > svg { display: block; width: 100%; height: auto; margin-top: 6px }
figure.wide > svg { width: auto; max-width: 100%; max-height: 860px; margin: 6px auto 0 }
figcaption { color: var(--soft); font-size: 12px; margin-top: 4px }
.table { margin: 18px 0 }
.table-head { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; margin-bottom: 4px; break-after: avoid }
.table-head a { color: var(--info); font-size: 12px }
.scroll { overflow-x: auto }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 12.5px }
th { text-align: left; vertical-align: bottom; color: var(--soft); font-weight: 600; font-size: 11.5px; border-bottom: 2px solid var(--felt); padding: 4px 10px 4px 0 }
td { vertical-align: top; border-bottom: 1px solid var(--line); padding: 4px 10px 4px 0 }
th:last-child, td:last-child { padding-right: 0 }
tr { break-inside: avoid }
td.number + td:not(.number), th.number + th:not(.number) { padding-left: 10px }
.number { text-align: right }
td.number { white-space: nowrap }
.long { overflow-wrap: anywhere }
.long:not(.number) { min-width: 8em }
td.number.long, th { white-space: normal }
.tight { white-space: nowrap }
td .good { color: var(--green); font-weight: 600 }
td .warning { color: var(--amber); font-weight: 700 }
footer { margin-top: 40px; padding-top: 10px; border-top: 1px solid var(--line); color: var(--soft); font-size: 12px }
svg text { font-family: inherit }
@media (max-width: 700px) {
  body { margin: 0; padding: 20px 16px; border-radius: 0 }
  h1 { font-size: 24px }
  dl { grid-template-columns: minmax(0, 1fr) }
  dl div { grid-template-columns: 8em minmax(0, 1fr) }
  figure { overflow-x: auto }
  figure > svg { min-width: 560px }
  .scroll table:has(th:nth-child(5)) { min-width: 760px }
}
@media print {
  html { background: #fff; font-size: 10pt }
  body { margin: 0; padding: 0; max-width: none; box-shadow: none; border-radius: 0 }
  .table-head a, .json { display: none }
  .scroll { overflow: visible }
  section { margin-top: 8mm }
  .new-page { break-before: page; margin-top: 0 }
  table { font-size: 7.5pt; line-height: 1.35 }
  th { font-size: 7pt }
  th, td { padding-top: 2px; padding-bottom: 2px; padding-right: 7px }
  figure.wide > svg { max-height: 165mm }
  thead { display: table-header-group }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`
