import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entryPoints } from './support/entry-points.ts'

/**
 * Every name that the library exports has a comment, which editors show, and every function and class an example in it. The
 * examples are compiled in one program.
 */
type Exported = { entry: string; name: string; file: string; kind: string; comment: string }

const folder = mkdtempSync(join(tmpdir(), 'croupier-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The names that a module exports, with the file that declares each: its own ones, and those of its lists. */
function exportsOf(file: string): [name: string, file: string][] {
  const text = readFileSync(file, 'utf8')
  const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
    names!
      .split(',')
      .map((name): [string, string] => [name.trim().replace(/^type /, ''), resolve(dirname(file), from!)]),
  )
  const own = [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm)]
  return [...listed.filter(([name]) => name !== ''), ...own.map(([, name]): [string, string] => [name!, file])]
}

function declarationIn(entry: string, name: string, file: string): Exported {
  const text = readFileSync(file, 'utf8')
  const declared = new RegExp(
    `((?:/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?)(?:// biome-ignore[^\\n]*\\n)?export (?:async )?(const|function\\*?|class|type) ${name}\\b(.*)`,
  )
  const [, comment = '', keyword, rest] = declared.exec(text) ?? expect.fail(`${file} does not declare ${name}`)
  const isArrow =
    keyword === 'const' &&
    /^[^=]*=\s*(async )?(<[^>]*>)?\(|^ =$|^: \w+ = \(/.test(rest!) &&
    /=>/.test(text.slice(declared.exec(text)!.index, declared.exec(text)!.index + 2_000))
  const kind = keyword!.startsWith('function') || isArrow ? 'function' : keyword!
  return { entry, name, file, kind, comment }
}

const exported = [...entryPoints()].flatMap(([entry, source]) =>
  exportsOf(source).map(([name, file]) => declarationIn(entry, name, file)),
)

test('every exported name has a comment', () => {
  expect(exported.filter(({ comment }) => comment === '').map(({ entry, name }) => `${entry}: ${name}`)).toEqual([])
  expect(exported.length).toBeGreaterThan(300)
})

test('every exported function and class has an example in its comment', () => {
  const callable = exported.filter(({ kind }) => kind === 'function' || kind === 'class')
  expect(
    callable.filter(({ comment }) => !comment.includes('@example')).map(({ entry, name }) => `${entry}: ${name}`),
  ).toEqual([])
  expect(callable.length).toBeGreaterThan(150)
})

/** Values that the examples take as given, such as a table that was opened before. */
const given = `import type * as engine from '@croupier/engine'
import type * as books from '@croupier/engine/books'
import type * as client from '@croupier/engine/client'
import type * as lab from '@croupier/engine/lab'
import type * as proof from '@croupier/engine/proof'
import type * as receipts from '@croupier/engine/receipts'
import type * as record from '@croupier/engine/record'
import type * as story from '@croupier/engine/story'
declare global {
  function readFileSync(path: string, encoding: 'utf8'): string
  function writeFileSync(path: string, text: string): void
  const table: engine.Table, state: engine.TableState, setup: engine.TableSetup, command: engine.Command
  const decision: engine.Decision, script: engine.Script, settlement: engine.Settlement
  const stakes: engine.Stake[], lines: engine.Line[], playersView: engine.PlayerView, view: engine.DisplayView
  const commandAnswer: client.CommandAnswer, results: engine.ResultChance[]
  const fastTable: lab.FastTable, fastWagers: lab.FastWagers, gameSetup: lab.GameSetup, simulation: lab.SimulationSetup
  const tests: lab.RandomnessTest[], draws: lab.Draws, symbols: lab.Symbols, wheelRecord: lab.WheelRecord
  const text: string, body: string, bytes: Uint8Array, signature: Uint8Array, files: Record<string, Uint8Array>
  const checkpoint: proof.Checkpoint, key: proof.VerifierKey, note: proof.Note, tlogProof: proof.TlogProof
  const older: proof.TreeHead, newer: proof.TreeHead, hashes: proof.Hash[]
  const bundle: receipts.Bundle, trust: receipts.Trust, receipt: receipts.Receipt, checked: receipts.CheckedReceipt
  const comparison: receipts.LogComparison, words: story.Vocabulary, entries: record.Stored[]
}
`

const exampleOf = ({ comment }: Exported): string | undefined =>
  /@example\n([\s\S]*?)(?:\n \* @|\n \*\/)/
    .exec(comment)?.[1]
    ?.replace(/^ \* ?/gm, '')
    .replace(/^(```.*|import .*)\n?/gm, '')

/** An example with the imports that it needs: names of its own entry point first. It may name a type as it is exported. */
function moduleOf({ entry, name }: Exported, code: string): string {
  const used = new Set(code.match(/[A-Za-z_]\w*/g))
  const candidates = exported
    .filter((one) => used.has(one.name))
    .sort((a, b) => Number(b.entry === entry) - Number(a.entry === entry))
  const first = new Map<string, Exported>()
  for (const one of candidates) {
    const isDeclared = new RegExp(`\\b(const|let) [[{]?[^:=(]*\\b${one.name}\\b[^:]* =`).test(code)
    if (!first.has(one.name) && !(isDeclared && one.name !== name)) first.set(one.name, one)
  }
  const imports = [...first.values()].map(
    (one) => `import { ${one.kind === 'type' ? 'type ' : ''}${one.name} } from '${one.entry}'`,
  )
  return `${imports.join('\n')}\n\n{\n${code}\n}\nexport {}\n`
}

test('every example compiles', () => {
  const paths = Object.fromEntries([...entryPoints()].map(([name, source]) => [name, [source]]))
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
    },
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'] },
    ...{ types: ['node'], typeRoots: [resolve('node_modules/@types')], paths },
  }
  mkdirSync(join(folder, 'examples'))
  const wanted = new Map(
    exported.flatMap((one) =>
      exampleOf(one) ? [[`${one.entry.split('/').slice(1).join('-')}-${one.name}`, one] as const] : [],
    ),
  )
  for (const [file, one] of wanted)
    writeFileSync(join(folder, 'examples', `${file}.ts`), moduleOf(one, exampleOf(one)!))
  writeFileSync(join(folder, 'given.d.ts'), given)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compile = () =>
    execFileSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8', cwd: folder })
  expect(wanted.size).toBeGreaterThan(150)
  expect(outputOf(compile)).toBe('')
})

function outputOf(compile: () => string): string {
  try {
    return compile()
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
