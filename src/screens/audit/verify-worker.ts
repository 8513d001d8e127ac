import type { Stored } from '../../record/stored-entry.ts'
import { type Verifier, type VerifyNews, type VerifyOrder, verifyArriving } from './verify-arriving.ts'

/** The thread that verifies a journal: first its order, then entries, then the end. */
type VerifyMessage = { order: VerifyOrder } | { entries: readonly Stored[] } | { end: true }

const scope = self as unknown as {
  onmessage: (event: { data: VerifyMessage }) => void
  postMessage(news: VerifyNews): void
}

let verifier: Verifier | undefined

scope.onmessage = ({ data }) => {
  if ('order' in data) verifier = verifyArriving(data.order, (news) => scope.postMessage(news))
  else if ('entries' in data) verifier?.take(data.entries)
  else verifier?.end()
}
