import { type MessagePort, parentPort } from 'node:worker_threads'
import { type Aide, openAide } from './aide.ts'
import { answerCalls } from './thread-calls.ts'

/** The journal's second thread: what the first need not wait for. */
export type AideCalls = Omit<Aide, 'checkpoint'> & {
  open(folder: string, journal: MessagePort): ReturnType<Aide['filters']>
}

const port = parentPort!

function open(folder: string, journal: MessagePort): ReturnType<Aide['filters']> {
  const aide = openAide(folder)
  const close = (): void => {
    journal.close()
    aide.close()
    awaitOpening()
  }
  answerCalls(port, { ...aide, close })
  journal.on('message', () => {
    aide.checkpoint()
    journal.postMessage(null)
  })
  return aide.filters()
}

/** Nothing is open: the next thing that it is asked is to open a journal's files. */
const awaitOpening = (): void => answerCalls(port, { open })
awaitOpening()
