import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Prints the software bill of materials (CycloneDX) of a package: what it depends on and what is bundled in it, with
 * everything that these depend on. `npm run sbom` prints that of @croupier/server, `npm run sbom -- engine` the library's.
 * `--licences` prints a line for each package instead.
 *
 * npm reads it from the lock file.
 */

type License = { license?: { id?: string; name?: string }; expression?: string }
type Component = {
  'bom-ref': string
  name: string
  version: string
  scope: 'required'
  properties: readonly { name: string; value: string }[]
  externalReferences: readonly { type: string; url: string }[]
  licenses?: readonly License[]
}
type Sbom = {
  serialNumber?: string
  metadata: { timestamp?: string; component: { 'bom-ref': string; name: string; purl: string; properties: object[] } }
  components: readonly Component[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}
type Manifest = { dependencies: Record<string, string> }

/** Packages that the library imports. */
const inLibrary = ['@noble/ed25519', '@noble/hashes', 'typebox']

/** Packages that are bundled into the program of the service. */
export const inProgram = [...inLibrary, 'fflate']

/** Packages that the build copies into the screens. */
const inScreens = ['@fontsource-variable/inter', '@fontsource-variable/noto-sans-sc', '@preact/signals', 'preact', 'qr']

/** Returns the bill of materials of a package. The same tree gives the same bytes: it has no time and no serial number. */
export function readSbom(name: 'engine' | 'server'): Sbom {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  const all = lockedSbom()
  const direct = name === 'engine' ? inLibrary : [...Object.keys(manifest.dependencies), ...inScreens]
  const shipped = closureOf(all, direct)
  const { component: root, timestamp: _time, ...metadata } = all.metadata
  const { serialNumber: _serial, ...described } = all
  return {
    ...described,
    metadata: { ...metadata, component: namedAs(root, `@croupier/${name}`) },
    components: all.components.filter((one) => shipped.has(one['bom-ref'])).map(shippedComponent),
    dependencies: all.dependencies
      .filter(({ ref }) => shipped.has(ref) || ref === root['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  }
}

const npmSbom = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']

function lockedSbom(): Sbom {
  const options = { encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 2 ** 26 } as const
  return JSON.parse(execFileSync('npm', npmSbom, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })) as Sbom
}

/** Returns packages of the root by name, with all that they depend on. */
function closureOf({ metadata, components, dependencies }: Sbom, names: readonly string[]): Set<string> {
  const dependsOn = new Map(dependencies.map((one) => [one.ref, one.dependsOn]))
  const nameOf = new Map(components.map((one) => [one['bom-ref'], one.name]))
  const roots = dependsOn.get(metadata.component['bom-ref']) ?? []
  const found = new Set(roots.filter((ref) => names.includes(nameOf.get(ref)!)))
  // A set iterates over items that are added during the iteration.
  for (const ref of found) for (const next of dependsOn.get(ref) ?? []) found.add(next)
  return found
}

/** The lock file is that of the source tree, which has the name of the library. */
const namedAs = (root: Sbom['metadata']['component'], name: string): Sbom['metadata']['component'] => ({
  ...root,
  name,
  properties: [],
  purl: root.purl.replace('engine', name.replace('@croupier/', '')),
})

/** Where a package was downloaded from is the affair of the machine that builds. */
function shippedComponent(component: Component): Component {
  return {
    ...component,
    scope: 'required',
    properties: component.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    externalReferences: component.externalReferences.filter(({ type }) => type !== 'distribution'),
  }
}

/** Returns the names of the packages whose code is in the bundles of the service. */
export function bundledPackages(): string[] {
  const all = lockedSbom()
  const refs = closureOf(all, [...inProgram, ...inScreens])
  return all.components.filter((one) => refs.has(one['bom-ref'])).map(({ name }) => name)
}

/** Returns the licence of a component as its package states it; empty: it states none. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ')

function main(): void {
  const { values, positionals } = parseArgs({
    options: { licences: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const sbom = readSbom(positionals[0] === 'engine' ? 'engine' : 'server')
  const lines = sbom.components.map((one) => `${licenceOf(one).padEnd(14)} ${one.name} ${one.version}`).sort()
  console.log(values.licences ? lines.join('\n') : JSON.stringify(sbom, null, 2))
}

if (import.meta.main) main()
