import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Prints the software bill of materials (CycloneDX) of what ships: the packages of the library, of the service and of the
 * screens, with everything that they depend on. `--licences` prints a line for each package instead.
 *
 * npm reads it from the lock file, and counts all but the library's packages as development's.
 */

type License = { license?: { id?: string; name?: string }; expression?: string }
type Component = {
  'bom-ref': string
  name: string
  version: string
  scope: 'required' | 'optional'
  properties: readonly { name: string; value: string }[]
  externalReferences: readonly { type: string; url: string }[]
  licenses?: readonly License[]
}
type Sbom = {
  metadata: { component: { 'bom-ref': string; name: string } }
  components: readonly Component[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}
type Manifest = { name: string } & Record<'dependencies' | 'peerDependencies', Record<string, string>>

/** Packages that the build copies into the screens. */
const inScreens = ['@fontsource-variable/inter', '@fontsource-variable/noto-sans-sc', '@preact/signals', 'preact', 'qr']

/** Returns the bill of materials of what ships. The service's packages are `optional`: the library does without them. */
export function readSbom(): Sbom {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  const all = lockedSbom()
  const required = closureOf(all, [...Object.keys(manifest.dependencies), ...inScreens])
  const shipped = new Set([...required, ...closureOf(all, Object.keys(manifest.peerDependencies))])
  const root = all.metadata.component
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...root, name: manifest.name } },
    components: all.components
      .filter((one) => shipped.has(one['bom-ref']))
      .map((one) => shippedComponent(one, required.has(one['bom-ref']))),
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

/** Where a package was downloaded from is the affair of the machine that builds. */
function shippedComponent(component: Component, isRequired: boolean): Component {
  return {
    ...component,
    scope: isRequired ? 'required' : 'optional',
    properties: component.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    externalReferences: component.externalReferences.filter(({ type }) => type !== 'distribution'),
  }
}

/** Returns the licence of a component as its package states it; empty: it states none. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ')

function main(): void {
  const { values } = parseArgs({ options: { licences: { type: 'boolean', default: false } } })
  const sbom = readSbom()
  const lines = sbom.components.map((one) => `${licenceOf(one).padEnd(14)} ${one.name} ${one.version}`).sort()
  console.log(values.licences ? lines.join('\n') : JSON.stringify(sbom, null, 2))
}

if (import.meta.main) main()
