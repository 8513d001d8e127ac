import { readFileSync } from 'node:fs'
import { BadInput } from './declaration.ts'

/** Loaded on demand: users of the engine alone do not need the packages of the service. */
export async function loadService(): Promise<typeof import('../service/service.ts')> {
  try {
    return await import('../service/service.ts')
  } catch (error) {
    if (isMissingPackage(error)) throw new BadInput(`serve needs more packages: npm install ${packages().join(' ')}`)
    throw error
  }
}

const isMissingPackage = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.startsWith('Cannot find package')

type Manifest = { peerDependencies: Record<string, string>; devDependencies: Record<string, string> }

/** In the versions that the service was tried with. */
function packages(): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return Object.keys(manifest.peerDependencies).map((name) => `${name}@${manifest.devDependencies[name]}`)
}
