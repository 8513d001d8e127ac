import { parentPort, workerData } from 'node:worker_threads'
import { bareRounds } from '../bare-rounds.ts'

/** Its share of the rounds, in one piece: what threads of this machine gain where nobody has to tell anybody anything. */
parentPort!.postMessage(bareRounds(workerData as number))
