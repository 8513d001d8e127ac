#!/usr/bin/env node

/** The command as it is installed. What it stands on is not loaded before the runtime is known to have it (node:sqlite). */
const NODE_LEAST = 24

if (Number.parseInt(process.versions.node, 10) >= NODE_LEAST) await import('./main.ts')
else {
  console.error(`croupier: the command needs Node ${NODE_LEAST} or newer, and this is Node ${process.versions.node}`)
  process.exitCode = 2
}
