import { setTimeout as pause } from 'node:timers/promises'
import { correctClock, type SharedJournal } from '../service/cluster/open-node-clock.ts'
import { LEASE_MS, type Leases, type Roster, type Standbys } from '../service/journal/leases.ts'
import { isDatabase } from '../service/journal/open-store.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { housePlaceOf, inStore } from './house-at-console.ts'
import { print, printJson, textTable } from './output.ts'

export async function runNodes({ values, words }: Arguments<'nodes'>): Promise<number> {
  const [what = 'list', name] = words
  const isOfOne = what === 'drain' || what === 'resume'
  if (!isOfOne && name !== undefined) throw new BadInput(`too many words: ${what} takes no name`)
  if (isOfOne && name === undefined) throw new BadInput(`NAME is missing: croupier nodes ${what} NAME`)
  const { store } = housePlaceOf(values)
  if (!isDatabase(store))
    throw new BadInput(`${store} is a data folder, which one process has: there are no nodes (docs/operations.md)`)
  return inStore(store, { makes: false }, async (journal) => {
    const leases = journal.leases!
    if (what === 'list') await listNodes(await leases.roster(), await leases.standbys(), values.json)
    else if (what === 'correct-clock') await correct({ ...journal, leases })
    else if (what === 'resume') await resume(leases, name!)
    else return drain(leases, name!)
    return 0
  })
}

type Node = Roster['nodes'][number]

const isLiving = ({ ageMs }: Node): boolean => ageMs < LEASE_MS

const tablesOf = ({ leases }: Roster, { id }: Node): string[] =>
  leases.filter(({ node, leftMs }) => node === id && leftMs > 0).map(({ stream }) => stream)

async function listNodes(roster: Roster, standbys: Standbys, json: boolean | undefined): Promise<void> {
  const nodes = roster.nodes.map((node) => ({ ...node, isLiving: isLiving(node), tables: tablesOf(roster, node) }))
  const tables = roster.leases.map(({ stream, node, epoch, leftMs }) => ({
    table: stream,
    node: leftMs > 0 ? node : null,
    epoch,
    leftMs: Math.max(0, leftMs),
  }))
  if (json) await printJson({ now: new Date(roster.now).toISOString(), nodes, tables, standbys })
  else {
    if (nodes.length === 0) await print('No node is there.')
    else await print(textTable(nodeHeads, nodes.map(nodeCells)))
    const rows = tables.map(({ table, node, epoch }) => [table, node ?? 'nobody', `${epoch}`])
    if (rows.length > 0) await print(`\n${textTable(['table', 'node', 'epoch'], rows)}`)
    await print(`\n${standbyLines(standbys).join('\n')}`)
  }
}

const nodeHeads = ['node', 'is', 'heard', 'behind', 'tables', 'links', 'clock', 'version', 'build', 'address']

const nodeCells = (node: Node & { tables: readonly string[] }): string[] => [
  node.id,
  nodeState(node),
  `${(node.ageMs / 1000).toFixed(1)} s ago`,
  `${node.behind}`,
  `${node.tables.length}`,
  node.unlinked.length === 0 ? 'all' : `not ${node.unlinked.join(', ')}`,
  signedSeconds(node.clockMs),
  node.version,
  node.build,
  node.address,
]

const signedSeconds = (ms: number): string => `${ms > 0 ? '+' : ''}${(ms / 1000).toFixed(2)} s`

/** Whether an acknowledged entry is at a second server, and how far the standbys are behind. */
function standbyLines({ names, list }: Standbys): string[] {
  const hidden = 'Standbys are connected, but not shown to this user: GRANT pg_monitor TO it.'
  if (list === null) return [names === '' ? noneSynchronous : `Synchronous standbys are asked for (${names}).`, hidden]
  const lines = list.map(
    ({ name, isSynchronous, state, lagMs }) =>
      `Standby ${name}: ${isSynchronous ? 'synchronous' : 'not synchronous'}, ${state}, ${((lagMs ?? 0) / 1000).toFixed(2)} s behind.`,
  )
  if (list.some(({ isSynchronous }) => isSynchronous)) return lines
  const missing = `No synchronous standby is connected, and one is asked for (${names}): nothing is acknowledged until it is.`
  return [names === '' ? noneSynchronous : missing, ...lines]
}

const noneSynchronous = 'There is no synchronous standby: what is acknowledged is at one server alone.'

const nodeState = (node: Node): string => (!isLiving(node) ? 'gone' : node.isDraining ? 'draining' : 'there')

const ROSTER_POLL_MS = 100
/** Several beats, and the end of a hand-over. */
const GIVEN_WITHIN_MS = 15_000

async function drain(leases: Leases, name: string): Promise<number> {
  const node = await livingNode(leases, name)
  const others = (await leases.roster()).nodes.filter((one) => one.id !== name && isLiving(one) && !one.isDraining)
  if (others.length === 0) throw new BadInput(`there is no other node that would take the tables of ${name}`)
  await leases.drain(name, true)
  const until = performance.now() + GIVEN_WITHIN_MS
  for (;;) {
    const left = tablesOf(await leases.roster(), node)
    if (left.length === 0) break
    if (performance.now() > until) {
      console.error(`${name} was told, and still has ${left.join(', ')}; croupier nodes shows when it has none`)
      return 1
    }
    await pause(ROSTER_POLL_MS)
  }
  await print(`${name} has no table any more, and takes none until it is started again or told to resume.`)
  return 0
}

async function resume(leases: Leases, name: string): Promise<void> {
  await livingNode(leases, name)
  await leases.drain(name, false)
  await print(`${name} takes its share of the tables again, between rounds.`)
}

async function correct(journal: SharedJournal): Promise<void> {
  const living = (await journal.leases.roster()).nodes.filter(isLiving)
  if (living.length > 0) throw new BadInput(`stop all nodes first: ${living.map(({ id }) => id).join(', ')}`)
  const step = await correctClock(journal)
  if (!step) throw new BadInput('there is nothing to correct: the record is not ahead of the clock of the database')
  await print(`Time goes back from ${step.from} to ${step.to}, on record. Start the nodes.`)
}

async function livingNode(leases: Leases, name: string): Promise<Node> {
  const { nodes } = await leases.roster()
  const living = nodes.filter(isLiving)
  const found = living.find(({ id }) => id === name)
  if (found) return found
  const others = living.length > 0 ? `there are ${living.map(({ id }) => id).join(', ')}` : 'there is none'
  throw new BadInput(`no node ${name} is there; ${others}`)
}
