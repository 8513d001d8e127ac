import { askConsole } from '../service/console-socket.ts'
import type { Difference, SelfCheck } from '../service/program/self-check.ts'
import { checkProgram } from '../service/program/self-check.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { atConsole, housePlaceOf } from './house-at-console.ts'
import { printAnswer } from './output.ts'

/** Checks the program of the service that runs on the data folder, which records the result; without one, this program. */
export async function runSelfCheck({ values }: Arguments<'self-check'>): Promise<number> {
  const { data } = housePlaceOf(values)
  const answer = await askConsole(data, { check: true, name: atConsole.console })
  if (answer && 'problem' in answer) throw new BadInput(answer.problem)
  const ofService = answer && 'check' in answer ? answer.check : null
  const check = ofService ?? (await checkProgram())
  await printAnswer(values.json, { ...check, recorded: ofService !== null }, () => checkText(check, ofService !== null))
  return check.outcome === 'failed' ? 1 : 0
}

function checkText({ outcome, version, manifest, files, node, differences }: SelfCheck, isRecorded: boolean): string {
  const where = isRecorded ? 'the running service, on record' : 'this program, not on record'
  return [
    `croupier ${version}, Node ${node}, ${files} files: ${outcomes[outcome]} (${where})`,
    ...(manifest === null ? [] : [`manifest ${manifest}`]),
    ...differences.map(differenceText),
  ].join('\n')
}

const outcomes: Readonly<Record<SelfCheck['outcome'], string>> = {
  passed: 'as in its manifest',
  failed: 'NOT as in its manifest',
  'no-manifest': 'there is no manifest to compare with',
}

const differenceText = ({ what, name }: Difference): string => `  ${what.replace('-', ' ')}: ${name}`
