import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

type SourceFile = { path: string; text: string; lines: number }
type Node = { type: string; start: number; end: number; [field: string]: unknown }
type NamedFunction = { place: string; lines: number }

/** The figures of one source tree. A list holds the places behind a figure, most important first. */
export type TreeMetrics = {
  typescriptLines: number
  cssLines: number
  files: number
  smallFiles: readonly string[]
  names: readonly string[]
  exportedTypes: readonly string[]
  functionsOver40: readonly string[]
  functionsOver70: readonly string[]
  workarounds: readonly string[]
  bareCatches: readonly string[]
  /** Null where the program `duplicates` is not installed. */
  duplicates: number | null
}

/** Test code: files of tests, and the names that test support had before it moved to `test/`. */
const testCode = /\.test\.tsx?$|(^|\/)(testing\.ts|nodes\/simulation\/.*)$/

/** Measures the production code of a tree: everything below `src/` without tests. */
export function measureTree(folder: string): TreeMetrics {
  const all = readSources(folder)
  const code = all.filter(({ path }) => !path.endsWith('.css')).map((file) => ({ ...file, nodes: nodesIn(file) }))
  const declarations = code.flatMap(({ path, nodes }) => declarationsIn(nodes[0]!).map((found) => ({ ...found, path })))
  const functions = code
    .flatMap((file) => functionsIn(file, file.nodes))
    .sort((a, b) => b.lines - a.lines || compareText(a.place, b.place))
  const over = (lines: number) =>
    functions.filter((found) => found.lines > lines).map(({ place, lines }) => `${place}: ${lines} lines`)
  return {
    typescriptLines: sum(code.map(({ lines }) => lines)),
    cssLines: sum(all.filter(({ path }) => path.endsWith('.css')).map(({ lines }) => lines)),
    files: all.length,
    smallFiles: all
      .filter(({ lines }) => lines < 25)
      .sort((a, b) => a.lines - b.lines)
      .map(({ path, lines }) => `${path}: ${lines} lines`),
    names: repeatedNames(declarations, 3),
    exportedTypes: repeatedNames(
      declarations.filter(({ exportedType }) => exportedType),
      2,
    ),
    functionsOver40: over(40),
    functionsOver70: over(70),
    workarounds: [
      ...matchesIn(all, /biome-ignore format/g),
      ...code.flatMap((file) => literalSpreadsIn(file, file.nodes)),
    ],
    bareCatches: matchesIn(all, /\.catch\(\(\) => \{\}\)/g),
    duplicates: countDuplicates(join(folder, 'src')),
  }
}

function readSources(folder: string): SourceFile[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(tsx?|css)$/.test(path) && !testCode.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      return { path, text, lines: lineOf(text, text.length) - 1 }
    })
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Every node of a file's syntax tree, the root first. */
function nodesIn({ path, text }: SourceFile): Node[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const nodes = [program as unknown as Node]
  for (const node of nodes) nodes.push(...childrenOf(node))
  return nodes
}

type Declaration = { name: string; exportedType: boolean }

function declarationsIn(program: Node): Declaration[] {
  return (program.body as Node[]).flatMap((statement) => {
    const exported = statement.type === 'ExportNamedDeclaration'
    const node = exported ? statement.declaration : statement
    if (!isNode(node) || !/Declaration$/.test(node.type)) return []
    const isType = /^TS(TypeAlias|Interface)/.test(node.type)
    const named = node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : [node]
    return named.flatMap(({ id }) =>
      isNode(id) && id.type === 'Identifier' ? [{ name: id.name as string, exportedType: exported && isType }] : [],
    )
  })
}

function repeatedNames(declarations: readonly { name: string; path: string }[], homes: number): string[] {
  return [...Map.groupBy(declarations, ({ name }) => name)]
    .map(([name, found]) => ({ name, paths: [...new Set(found.map(({ path }) => path))] }))
    .filter(({ paths }) => paths.length >= homes)
    .sort((a, b) => b.paths.length - a.paths.length || compareText(a.name, b.name))
    .map(({ name, paths }) => `${name}: ${paths.join(', ')}`)
}

function functionsIn({ path, text }: SourceFile, nodes: readonly Node[]): NamedFunction[] {
  const names = new Map<unknown, string>()
  for (const { id, key, init, value } of nodes) {
    const name = isNode(id) ? id.name : isNode(key) ? key.name : undefined
    if (typeof name === 'string') names.set(init ?? value, name)
  }
  return nodes
    .filter(({ type, body }) => /Function(Declaration|Expression)$/.test(type) && isNode(body))
    .map((node) => {
      const own = isNode(node.id) ? (node.id.name as string) : names.get(node)
      const from = lineOf(text, node.start)
      return { place: `${path}:${from} ${own ?? '(no name)'}`, lines: lineOf(text, node.end) - from + 1 }
    })
}

function literalSpreadsIn({ path, text }: SourceFile, nodes: readonly Node[]): string[] {
  return nodes
    .filter(
      ({ type, argument }) => type === 'SpreadElement' && isNode(argument) && argument.type === 'ObjectExpression',
    )
    .map(({ start }) => `${path}:${lineOf(text, start)} spread of a literal`)
}

const matchesIn = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => `${path}:${lineOf(text, index)} ${match}`),
  )

/** The number of pairs of similar places that the program `duplicates` finds. */
function countDuplicates(folder: string): number | null {
  const args = ['--repo', folder, '--most', '1', '--seconds', '120']
  try {
    const [first] = execFileSync('duplicates', args, { encoding: 'utf8' }).split('\n')
    return first!.startsWith('no duplicates') ? 0 : Number(/^\d+/.exec(first!)?.[0] ?? Number.NaN)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
