import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Checks of the packages that need no network. Only a registry knows their vulnerabilities: `npm audit` asks it
 * (docs/security.md).
 */

type Locked = {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  optional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}
type LockFile = { packages: Record<string, Locked & Manifest> }
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'allowScripts', Record<string, string>>>

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
const manifest = read<Manifest>('package.json')
const {
  packages: { '': root, ...packages },
} = read<LockFile>('package-lock.json')
const locked = Object.entries(packages)
const named = { ...manifest.dependencies, ...manifest.devDependencies }

const isKnown = ({ integrity, resolved, link }: Locked): boolean =>
  /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') && resolved === undefined && !link

test('every package is one of a known content, and comes from a registry', () => {
  expect(locked.length).toBeGreaterThan(100)
  expect(locked.filter(([, one]) => !isKnown(one)).map(([path]) => path)).toEqual([])
})

test('versions are exact, and match the lock file', () => {
  expect(Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version))).toEqual([])
  const other = Object.entries(named).filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)
  expect(other).toEqual([])
  expect({ ...root?.dependencies, ...root?.devDependencies }).toEqual(named)
})

test('none runs a script when it is installed, but for those that are allowed to', () => {
  const scripted = locked
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(scripted).toEqual(Object.keys(manifest.allowScripts ?? {}))
})

test('the installed packages match the lock file', () => {
  const { packages: installed } = read<LockFile>('node_modules/.package-lock.json')
  const differs = locked.filter(([path, { version, integrity, optional }]) => {
    const here = installed[path]
    return here ? here.version !== version || here.integrity !== integrity : !optional
  })
  expect(differs.map(([path]) => path)).toEqual([])
})

test('all may be used as they are here', () => {
  const known = [
    'MIT',
    'Apache-2.0',
    'ISC',
    'MPL-2.0',
    'MIT OR Apache-2.0',
    '(MIT OR Apache-2.0)',
    'BSD-3-Clause',
    'BSD-2-Clause',
    'BlueOak-1.0.0',
    'OFL-1.1',
    'CC-BY-4.0',
    '0BSD',
  ]
  expect(locked.filter(([, { license }]) => !known.includes(license ?? '')).map(([path]) => path)).toEqual([])
})

test('the site of the documents is built by locked packages too, and only esbuild runs a script', () => {
  const { devDependencies, allowScripts } = read<Manifest>('docs/site/package.json')
  const { '': own, ...others } = read<LockFile>('docs/site/package-lock.json').packages
  const lockedHere = Object.entries(others)
  expect(own?.devDependencies).toEqual(devDependencies)
  expect(Object.values(devDependencies!).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(lockedHere.filter(([, one]) => !isKnown(one)).map(([path]) => path)).toEqual([])
  const scripted = lockedHere.filter(([, one]) => one.hasInstallScript).map(([path]) => path)
  expect(scripted).toEqual(Object.keys(allowScripts!).map((name) => `node_modules/${name}`))
  // An npm that resolves on one platform may leave out the binaries of others.
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'])
    expect(lockedHere.some(([path]) => path === `node_modules/@esbuild/${platform}`)).toBe(true)
})
