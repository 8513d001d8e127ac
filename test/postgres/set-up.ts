import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { PostgresServer, postgresFolder } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where one asks for the address of the server that all tests share. */
    postgres: string
  }
}

/** One PostgreSQL for all tests of a run, started when the first of them asks, and stopped however they end. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = postgresFolder()
  let server: Promise<PostgresServer> | null = null
  const desk = createServer((socket) => {
    server ??= PostgresServer.start()
    server.then(
      (started) => socket.end(started.address()),
      (error: Error) => socket.end(`none: ${error.message}`),
    )
    socket.on('error', () => {})
  })
  const path = join(folder, 'desk')
  await new Promise<void>((done) => desk.listen(path, done))
  project.provide('postgres', path)
  return async () => {
    desk.close()
    await (await server?.catch(() => null))?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
