import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../postgres/server.ts'
import { npm } from './installation.ts'

/** A package registry on this machine, for the tests: verdaccio from npm, which is too large to be a dependency. */
export type Registry = {
  /** The flags with which npm takes our packages from here, and all others from where it takes them otherwise. */
  flags: readonly string[]
  publish: (tarball: string) => Promise<void>
  stop: () => Promise<void>
}

/** The newest version whose dependencies install everywhere. */
const VERDACCIO = 'verdaccio@4.13.2'

/** Installs a registry into the folder and starts it. Null: it cannot be installed, for example without a network. */
export async function startRegistry(folder: string): Promise<Registry | null> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const problem = await npm(folder, ['install', ...flags, VERDACCIO]).then(
    () => null,
    (error: Error) => error.message,
  )
  if (problem !== null) return null
  writeFileSync(join(folder, 'config.yaml'), config)
  const args = [
    'node_modules/verdaccio/bin/verdaccio',
    '--config',
    'config.yaml',
    '--listen',
    `127.0.0.1:${await freePort()}`,
  ]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const address = await addressOf(child)
  writeFileSync(join(folder, '.npmrc'), `${address.replace('http:', '')}:_authToken=anybody\n`)
  const ours = [`--@croupier:registry=${address}`]
  return {
    flags: ours,
    publish: (tarball) => npm(folder, ['publish', '--access', 'public', ...ours, tarball]).then(() => {}),
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

const config = `
storage: ./storage
max_body_size: 100mb
packages:
  '@croupier/*':
    access: $all
    publish: $all
logs:
  - { type: stdout, format: json, level: http }
`

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0]
    if (!address) continue
    child.stdout!.resume()
    return address
  }
  throw new Error('The registry ended before it was ready')
}
