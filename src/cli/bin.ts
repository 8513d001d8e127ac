#!/usr/bin/env node

/** The installed command. It checks the runtime (node:sqlite) before it loads the rest. */
const NODE_LEAST = 24

if (Number.parseInt(process.versions.node, 10) >= NODE_LEAST) await import('./main.ts')
else {
  console.error(`croupier: the command needs Node ${NODE_LEAST} or newer, and this is Node ${process.versions.node}`)
  process.exitCode = 2
}
