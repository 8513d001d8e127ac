import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The example of docs/library.md, in a project beside ours that has installed it. */
const page = readFileSync('docs/library.md', 'utf8')
const example = /```ts\n([\s\S]*?)```/.exec(page)![1]!
const printed = /It prints:\n\n```\n([\s\S]*?)```/.exec(page)![1]!

let project: string
let file: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'croupier-library-'))
  file = join(project, 'example.ts')
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(resolve('.'), join(project, 'node_modules', 'croupier'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(file, example)
})

afterAll(() => rmSync(project, { recursive: true }))

test('the example runs as it is written, and prints what it says', () => {
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(printed)
})

test('it is bundled for a browser, and runs where there is nothing but the language', async () => {
  const { output } = (await build({
    ...{ root: project, configFile: false, logLevel: 'error' },
    build: { write: false, lib: { entry: file, formats: ['iife'], name: 'example' } },
  }).then((bundles) => (bundles as Rolldown.RolldownOutput[])[0])) as Rolldown.RolldownOutput
  const [{ code, imports }] = output
  expect(imports).toEqual([])
  const lines: string[] = []
  runInNewContext(code, { console: { log: (line: unknown) => lines.push(`${line}\n`) } })
  expect(lines.join('')).toBe(printed)
})
