import { createInterface } from 'node:readline'
import { Compile } from 'typebox/compile'
import { afterAll, expect, test } from 'vitest'
import { logLine } from '../../src/wire/log-line.ts'
import { freshStore } from '../postgres/fresh-store.ts'
import { ask, cleanUp, freshFolder, type Process, quietService, serve, staffOf } from '../support/service.ts'

/** Two nodes as processes of their own: a request is found in the logs of both by its id. */

afterAll(cleanUp)

type Line = Readonly<Record<string, unknown>>

/** A node and what it logs. */
async function logging(flags: Readonly<Record<string, string>>): Promise<Process & { lines: Line[] }> {
  const node = await serve(freshFolder(), { ...flags, 'log-level': 'debug' })
  const lines: Line[] = []
  createInterface(node.child.stdout!).on('line', (line) => void (line.startsWith('{') && lines.push(JSON.parse(line))))
  return { ...node, lines }
}

test('a request that a node forwards has the same id in both logs, and every line has the stated form', async () => {
  const [store, folder] = [await freshStore(), freshFolder()]
  const first = await quietService(folder, { store, node: 'first' })
  const { dealer } = await staffOf(first)
  await first.stop()
  const shared = { store, config: `${folder}/config.json`, 'house-key-file': `${folder}/house.key` }
  const nodes = [await logging({ ...shared, node: 'a' }), await logging({ ...shared, node: 'b' })]
  try {
    const owners = async () =>
      (await ask(nodes[0]!.address, 'GET', '/api/nodes', { token: dealer })).body as unknown as {
        table: string
        node: string
      }[]
    await expect.poll(async () => new Set((await owners()).map(({ node }) => node)).size, { timeout: 30_000 }).toBe(2)
    const { table } = (await owners()).find(({ node }) => node === 'b')!
    const command = { do: 'settle' }
    const { status, headers } = await ask(nodes[0]!.address, 'POST', `/api/tables/${table}/commands`, {
      token: dealer,
      body: command,
    })
    expect(status).toBe(409)
    const reqId = headers.get('x-request-id')
    const linesOf = (nth: number) => nodes[nth]!.lines.filter((line) => line.reqId === reqId)
    await expect.poll(() => linesOf(1).length).toBe(1)
    expect(linesOf(1)).toMatchObject([
      { msg: 'forwarded', node: 'b', from: 'a', table, ask: 'command', outcome: 'refused' },
    ])
    await expect.poll(() => linesOf(0).map(({ msg }) => msg)).toEqual(['command', 'request'])
    expect(linesOf(0)[0]).toMatchObject({ node: 'a', table, command: 'settle', outcome: 'refused' })
    const form = Compile(logLine)
    const lines = nodes.flatMap((node) => node.lines)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter((line) => !form.Check(line))).toEqual([])
  } finally {
    for (const { child, exit } of nodes) {
      child.kill('SIGTERM')
      await exit
    }
  }
})
