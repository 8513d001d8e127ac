import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshFolder } from '../support/service.ts'

const source = fileURLToPath(new URL('./disk-shim.c', import.meta.url))

/** A library to preload, or why there is none on this machine. */
export type Shim = { library: string; missing?: undefined } | { library?: undefined; missing: string }

let built: Shim | null = null

/** Built once for each file of tests that asks, with the machine's own C compiler; it goes with their other folders. */
export function diskShim(): Shim {
  if (built?.library && !existsSync(built.library)) built = null
  built ??= buildShim()
  return built
}

function buildShim(): Shim {
  if (process.platform !== 'linux')
    return { missing: `files are watched on Linux alone, and this is ${process.platform}` }
  const library = join(freshFolder(), 'disk-shim.so')
  const { error, status, stderr } = spawnSync('cc', [
    '-O2',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ])
  if (error) return { missing: 'there is no C compiler (cc) on this machine' }
  return status === 0 ? { library } : { missing: `the C compiler refused: ${String(stderr).split('\n')[0]}` }
}
