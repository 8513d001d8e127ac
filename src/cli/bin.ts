#!/usr/bin/env node
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** The installed command. It checks the runtime (node:sqlite) before it loads the rest. */
const NODE_LEAST = 24

if (Number.parseInt(process.versions.node, 10) >= NODE_LEAST) {
  // Compiled code is kept beside the program, which has the same owner. Where that cannot be written, each start compiles.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache', import.meta.url))
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { runProcess } = await import('./program.ts')
  await runProcess()
} else {
  console.error(`croupier: the command needs Node ${NODE_LEAST} or newer, and this is Node ${process.versions.node}`)
  process.exitCode = 2
}
