import { fstatSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The streams that a command reads from and writes to. */
export const standardStreams = { read: readInput, write: writeOutput }

/** Asynchronous, because the other end may have made the pipe non-blocking. */
async function readInput(): Promise<Uint8Array> {
  // A folder would be read as an empty stream.
  return fstatSync(0).isDirectory() ? await readFile('.') : Buffer.concat(await Array.fromAsync(process.stdin))
}

async function writeOutput(text: string | Uint8Array): Promise<void> {
  // For a file: Node's stream does not notice that a nearly full disk took only a part.
  if (fstatSync(1).isFile()) writeFileSync(1, text)
  else await writeToStream(text)
}

function writeToStream(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** Waits until the program is stopped: by Ctrl-C, or by a service manager. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

// The promise tells of what went wrong; without a listener the stream would tell of it a second time, by a stack trace.
process.stdout.on('error', () => {})
