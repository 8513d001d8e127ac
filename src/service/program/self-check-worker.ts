import { parentPort } from 'node:worker_threads'
import { answerCalls } from '../journal/thread-calls.ts'
import { checkProgram } from './self-check.ts'

/** The thread that compares the program with its manifest. It reads and hashes every shipped file beside the event loop. */
export type SelfCheckCalls = { check: typeof checkProgram }

answerCalls(parentPort!, { check: () => checkProgram() })
