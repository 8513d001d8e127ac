import { fromUtf8 } from '../proof/bytes.ts'
import { ED25519 } from '../proof/keys.ts'
import { type CheckProblem, checkNote, type Trust, tellWrong } from '../receipts/check-note.ts'
import { checkReceipt } from '../receipts/check-receipt.ts'
import { compareHistories, type SignedStatement, signedByHouse } from '../receipts/compare-histories.ts'
import { isReceipt, RECEIPT_MAX } from '../receipts/receipt.ts'
import { receiptFacts } from '../receipts/receipt-facts.ts'
import { tellComparison, tellReceipt, tellSigners } from '../receipts/tell-receipt.ts'
import { vocabularyIn } from '../words/index.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { inputName, readBytes, readKeys, readWitnesses } from './input.ts'
import { printAnswer } from './output.ts'

/** Checks receipts and checkpoints without network or database, and compares two of them. */
export async function runCheck({ values, words: given }: Arguments<'check'>): Promise<number> {
  const { json } = values
  const words = await vocabularyIn(values.language)
  const trust: Trust = { keys: readKeys('key', values.key, ED25519), ...readWitnesses(values) }
  const files = given.filter((file) => file !== undefined)
  const answers = await Promise.all(files.map(async (file) => ({ file, found: await checkFile(file, trust) })))
  const logs = compareHistories(answers.flatMap(({ found }) => signedByHouse(found)))
  const isForked = logs.some(({ fork }) => fork !== null)
  const texts = () => answers.map((one) => checkText(one, words, files.length > 1))
  await printAnswer(json, { files: answers.map(asJson), twoHistories: isForked, logs }, () =>
    [...texts(), ...logs.map((log) => tellComparison(log, words).join('\n'))].join('\n\n'),
  )
  return answers.some(({ found }) => 'problem' in found) || isForked ? 1 : 0
}

type CheckResult = SignedStatement | CheckProblem<SignedStatement>

/** An unreadable file is bad input. A readable file that is wrong is an answer. */
async function checkFile(file: string, trust: Trust): Promise<CheckResult> {
  const bytes = await readBytes(file)
  const whole = bytes.length > RECEIPT_MAX ? null : fromUtf8(bytes)
  if (whole === null) throw new BadInput(`${inputName(file)} is neither a receipt nor a checkpoint`)
  const found = isReceipt(whole) ? checkReceipt(whole, trust) : checkNote(whole, trust)
  if ('problem' in found && !found.isWrong)
    throw new BadInput(`${inputName(file)} is neither a receipt nor a checkpoint: ${found.problem}`)
  return found
}

type Answered = { file: string; found: CheckResult }

function checkText({ file, found }: Answered, words: Vocabulary, isNamed: boolean): string {
  const name = isNamed ? [`${file}:`] : []
  if ('problem' in found)
    return [
      ...name,
      words.receipts.unsound,
      `  ${found.reason ? tellWrong(found.reason, words.receipts.wrongs) : found.problem}`,
    ].join('\n')
  if ('receipt' in found) return [...name, ...tellReceipt(found, words)].join('\n')
  const { origin, size } = found.checkpoint
  return [...name, words.receipts.checkpoint(origin, size), ...tellSigners(found, words)].join('\n')
}

function asJson({ file, found }: Answered): object {
  if ('problem' in found) return { file, sound: false, problem: found.problem }
  const { checkpoint, witnesses } = found
  const signed = { origin: checkpoint.origin, size: checkpoint.size, witnesses }
  return { file, sound: true, ...signed, ...('receipt' in found ? { entry: receiptFacts(found) } : {}) }
}
