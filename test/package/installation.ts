import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

/** The package as a user has it: packed for real, and installed for real into a project of its own. */
export type Installation = {
  /** The project that has installed it, with its node_modules. */
  project: string
  tarball: { size: number; unpackedSize: number; files: readonly { path: string }[] }
  remove: () => void
}

export function installPackage(): Installation {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'croupier-package-')))
  const [checkout, project] = [join(folder, 'checkout'), join(folder, 'project')]
  copyCheckout(checkout)
  const [tarball] = JSON.parse(npm(checkout, 'pack', '--json', '--foreground-scripts=false'))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(checkout, tarball.filename))
  return { project, tarball, remove: () => rmSync(folder, { recursive: true }) }
}

/** Packing builds the screens first. No other test may read them while they are built. */
function copyCheckout(folder: string): void {
  const parts = ['package.json', 'tsconfig.json', 'tsconfig.package.json', 'vite.config.ts', 'README.md', 'LICENSE']
  for (const part of [...parts, 'build', 'docs', 'examples', 'scenarios', 'schemas', 'src'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Packages of the checkout, for the one who installed ours. */
export function lendPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
  }
}

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
