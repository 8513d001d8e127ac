import { type BookSource, checkSource, type FileCheck } from './check-file.ts'

const scope = self as unknown as {
  onmessage: (event: { data: BookSource }) => void
  postMessage(check: FileCheck): void
}

scope.onmessage = async ({ data }) => scope.postMessage(await checkSource(data))
