import { parseArgs } from 'node:util'
import { measureTree, type TreeMetrics } from './measure-tree.ts'

/**
 * `npm run metrics -- [--list FIGURE] [FOLDER ...]` prints the figures of each source tree side by side. With `--list` it
 * prints the places behind one figure of the last tree.
 */
const figures: readonly (readonly [label: string, key: keyof TreeMetrics])[] = [
  ['production lines of TypeScript', 'typescriptLines'],
  ['production lines of CSS', 'cssLines'],
  ['production files', 'files'],
  ['files under 25 lines', 'smallFiles'],
  ['top-level names with 3 or more homes', 'names'],
  ['exported types declared twice or more', 'exportedTypes'],
  ['functions over 40 lines', 'functionsOver40'],
  ['functions over 70 lines', 'functionsOver70'],
  ['formatter workarounds', 'workarounds'],
  ['bare .catch(() => {})', 'bareCatches'],
  ['pairs of similar places (duplicates)', 'duplicates'],
]

const { values, positionals } = parseArgs({ options: { list: { type: 'string' } }, allowPositionals: true })
const folders = positionals.length > 0 ? positionals : ['.']
const trees = folders.map(measureTree)

const shown = (value: TreeMetrics[keyof TreeMetrics]): string =>
  value === null ? 'not measured' : (typeof value === 'number' ? value : value.length).toLocaleString('en')

const table = [['', ...folders], ...figures.map(([label, key]) => [label, ...trees.map((tree) => shown(tree[key]))])]
const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
for (const [label, ...cells] of table)
  console.log([label!.padEnd(widths[0]!), ...cells.map((cell, at) => cell.padStart(widths[at + 1]!))].join('  '))

if (values.list !== undefined) {
  const places = trees.at(-1)![values.list as keyof TreeMetrics]
  const lists = figures.map(([, key]) => key).filter((key) => Array.isArray(trees[0]![key]))
  if (!Array.isArray(places)) throw new Error(`--list takes one of ${lists.join(', ')}`)
  console.log(`\n${places.join('\n')}`)
}
