import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type PackageName, packAll, type Tarball } from '../../build/pack.ts'
import { type Registry, startRegistry } from './registry.ts'

/** The packages as users have them: packed, published to a registry of this machine and installed from it by name. */
export type Installation = {
  /** A project that has installed the library, and one that has installed the service. */
  engine: string
  server: string
  tarballs: Readonly<Record<PackageName, Tarball>>
  /** Null: it could not be installed, and the packages were installed from their tarballs. */
  registry: Registry | null
  remove: () => Promise<void>
}

export async function installPackages(): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'croupier-packages-')))
  // In the checkout: the packages that ours depend on are found from there.
  const packed = resolve('dist', `packages-${process.pid}`)
  const [tarballs, registry] = await Promise.all([packAll(packed), startRegistry(join(folder, 'registry'))])
  for (const { file } of Object.values(tarballs)) await registry?.publish(file)
  const install = async (name: PackageName): Promise<string> => {
    const project = join(folder, name)
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
    const what = registry ? `@croupier/${name}` : tarballs[name].file
    await npm(project, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...(registry?.flags ?? []), what])
    return project
  }
  const [engine, server] = [await install('engine'), await install('server')]
  const remove = async (): Promise<void> => {
    await registry?.stop()
    for (const one of [folder, packed]) rmSync(one, { recursive: true })
  }
  return { engine, server, tarballs, registry, remove }
}

export const npm = (cwd: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)('npm', args, { cwd }).then(({ stdout }) => stdout)

/** The machine's own Node, if it is older than the one of the checkout and new enough for the library. */
export function olderNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((node) => isOlder(node))
}

function isOlder(node: string): boolean {
  try {
    const major = Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10)
    return major >= 20 && major < 24
  } catch {
    return false
  }
}
