import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Aide, openAide } from './aide.ts'
import { answerCalls } from './thread-calls.ts'

/** The journal's second thread: what the first need not wait for. */
export type AideCalls = Omit<Aide, 'checkpoint'> & { open(): ReturnType<Aide['filters']> }

const port = parentPort!
const { folder, journal } = workerData as { folder: string; journal: MessagePort }

function open(): ReturnType<Aide['filters']> {
  const aide = openAide(folder)
  port.removeAllListeners('message')
  answerCalls(port, aide)
  journal.on('message', () => {
    aide.checkpoint()
    journal.postMessage(null)
  })
  return aide.filters()
}

answerCalls(port, { open })
