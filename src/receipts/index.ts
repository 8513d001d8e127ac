/**
 * Entry point of the library for receipts and bundles: checking, comparing and telling them. Inside the project, a file
 * imports the file that declares a name.
 */

export { type Bundle, readBundle } from './bundle.ts'
export { type CheckedBundle, type CheckedStream, checkBundle, isSound } from './check-bundle.ts'
export { type CheckProblem, checkNote, type SignedCheckpoint, type Trust } from './check-note.ts'
export { type CheckedReceipt, checkReceipt } from './check-receipt.ts'
export { compareHistories, type Fork, type LogComparison } from './compare-histories.ts'
export { isReceipt, type Receipt, readReceipt, writeReceipt } from './receipt.ts'
export { type ReceiptFacts, receiptFacts } from './receipt-facts.ts'
export { tellComparison, tellReceipt, tellSigners } from './tell-receipt.ts'
