import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type BlockFrontier, growBlocks, noBlocks } from '../../src/proof/block-tree.ts'
import { nodeTreesOfHex } from '../../src/service/journal/tree-hashing.ts'

/** The thread of the durable floor that writes: a row and a leaf for each entry, a transaction for each message. */
const db = new DatabaseSync(workerData as string)
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE entries (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash TEXT NOT NULL);
  CREATE TABLE tree (block INTEGER PRIMARY KEY, nodes BLOB NOT NULL)`)
const addEntry = db.prepare('INSERT INTO entries (body, hash) VALUES (?, ?)')
const addBlock = db.prepare('INSERT INTO tree (block, nodes) VALUES (?, ?)')
let tree: BlockFrontier<string> = noBlocks

parentPort!.on('message', (bodies: readonly string[]) => {
  db.exec('BEGIN IMMEDIATE')
  const leaves = bodies.map((body) => {
    const leaf = hash('sha256', `\0${body}`)
    addEntry.run(body, leaf)
    return leaf
  })
  const { frontier, blocks } = growBlocks(tree, leaves, nodeTreesOfHex)
  for (const { index, nodes } of blocks) addBlock.run(index, nodes)
  db.exec('COMMIT')
  tree = frontier
  parentPort!.postMessage(null)
})
