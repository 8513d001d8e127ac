import './proof.css'
import type { ComponentChildren } from 'preact'
import { Button } from '../kit/controls.tsx'
import { CheckIcon, ClockIcon, CloseIcon, WarningIcon } from '../kit/icons.tsx'
import { audit } from '../words/audit.ts'
import { writeLine } from './audit-journal.ts'
import type { Progress, Reading } from './reading.ts'

type Verdict = 'holds' | 'fails' | 'pending' | 'unknown'
const signs = { holds: CheckIcon, fails: CloseIcon, pending: ClockIcon, unknown: WarningIcon }
const said = { holds: () => audit.ok, fails: () => audit.notOk, pending: () => audit.pending, unknown: () => '' }

const grouped = (count: number): string => count.toLocaleString('en-SG')

/** Whether the journal holds together: its hashes, what the house signed of it, and every decision against its rule book. */
export function Proof({ reading }: { reading: Reading }) {
  const progress = reading.progress.value
  return (
    <section class="audit-proof panel" aria-label={audit.proof}>
      <Finding title={audit.chain} verdict={chainVerdict(progress)}>
        <p>{chainText(progress)}</p>
        {progress.chain && (
          <p class="fine" title={audit.chainMeans}>
            {audit.lastHash} <code>{progress.chain.hash}</code>
          </p>
        )}
        {progress.status === 'read' && <p class="fine">{audit.chainMeans}</p>}
      </Finding>
      <Finding title={audit.signed} verdict={signedVerdict(progress)}>
        <p>{signedText(progress)}</p>
        {progress.signed?.key && (
          <p class="fine">
            {audit.signedBy} <code>{progress.signed.key}</code>
          </p>
        )}
        {progress.signed && <p class="fine">{audit.signedMeans}</p>}
      </Finding>
      <Finding title={audit.rules} verdict={rulesVerdict(progress)}>
        <p>{rulesText(progress)}</p>
      </Finding>
      <div class="audit-buttons">
        <Button size="small" disabled={progress.status === 'reading'} onPress={() => void reading.readOn()}>
          {audit.readOn}
        </Button>
        <Button size="small" disabled={progress.entries === 0} onPress={() => exportLines(reading, null)}>
          {audit.exportAll}
        </Button>
        <small class="fine">{audit.exportMeans}</small>
      </div>
    </section>
  )
}

function Finding({ title, verdict, children }: { title: string; verdict: Verdict; children: ComponentChildren }) {
  const Sign = signs[verdict]
  return (
    <div class="audit-finding" data-verdict={verdict}>
      <span class="audit-sign">
        <Sign size={18} />
      </span>
      <div>
        <h3>
          {title} <small>{said[verdict]()}</small>
        </h3>
        {children}
      </div>
    </div>
  )
}

function chainVerdict({ chain, status }: Progress): Verdict {
  if (!chain) return status === 'reading' ? 'pending' : 'unknown'
  if (chain.broken) return 'fails'
  return status === 'read' ? 'holds' : 'pending'
}

function chainText({ chain, status }: Progress): string {
  if (!chain) return status === 'reading' ? audit.chainRunning('0') : audit.chainCannot
  if (chain.broken)
    return chain.broken.why === 'missing'
      ? audit.chainMissing(grouped(chain.broken.seq))
      : audit.chainBroken(grouped(chain.broken.seq))
  return status === 'read' ? audit.chainHolds(grouped(chain.checked)) : audit.chainRunning(grouped(chain.checked))
}

function signedVerdict({ signed, status }: Progress): Verdict {
  if (status === 'reading') return 'pending'
  if (!signed) return 'unknown'
  return signed.problem ? 'fails' : 'holds'
}

function signedText({ signed, status }: Progress): string {
  if (status === 'reading') return audit.pending
  if (!signed) return audit.signedNothing
  const { size, problem } = signed
  if (!problem) return audit.signedHolds(grouped(size))
  if (problem.why === 'note') return problem.said
  return problem.why === 'missing' ? audit.signedMissing(grouped(size)) : audit.signedOther(grouped(size))
}

function rulesVerdict({ rules, unreadable, status }: Progress): Verdict {
  if (rules.differs.length > 0 || unreadable !== null) return 'fails'
  return status === 'read' ? 'holds' : 'pending'
}

function rulesText({ rules, unreadable, entries, status }: Progress): string {
  const wrong = [
    ...(rules.differs.length > 0 ? [audit.rulesDiffer(rules.differs.slice(0, 5).map(grouped).join(', '))] : []),
    ...(unreadable === null ? [] : [audit.unreadable(grouped(unreadable))]),
  ]
  if (wrong.length > 0) return wrong.join(' ')
  return status === 'read' ? audit.rulesHold(grouped(rules.same), rules.house) : audit.chainRunning(grouped(entries))
}

/** As a file, byte for byte; `seqs` null: all of it. */
export function exportLines({ table, lines }: Reading, seqs: readonly number[] | null, suffix = ''): void {
  const chosen = seqs ? seqs.map((seq) => lines[seq - 1]!) : lines
  exportText(chosen.map(writeLine).join(''), `${table}${suffix}`)
}

export function exportText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.jsonl`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
