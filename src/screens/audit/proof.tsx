import './proof.css'
import type { ComponentChildren } from 'preact'
import { writeKey } from '../../proof/keys.ts'
import type { CheckedStream } from '../../receipts/check-bundle.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import { grouped } from '../../words/plain-text.ts'
import { saveText } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { CheckIcon, ClockIcon, CloseIcon, WarningIcon } from '../kit/icons.tsx'
import { audit } from '../words/audit.ts'
import type { JournalReading, ReadingProgress } from './reading.ts'

type ProofVerdict = 'holds' | 'fails' | 'pending' | 'unknown'
const signs = { holds: CheckIcon, fails: CloseIcon, pending: ClockIcon, unknown: WarningIcon }
const said = { holds: () => audit.ok, fails: () => audit.notOk, pending: () => audit.pending, unknown: () => '' }

/** The verdict of `verify` on the journal, and what the house signed of it. */
export function Proof({ reading }: { reading: JournalReading }) {
  const progress = reading.progress.value
  const checked = checkedIn(progress)
  return (
    <section class="audit-proof panel" aria-label={audit.proof}>
      <Finding title={audit.journal} verdict={journalVerdict(progress)}>
        <p>{journalText(progress)}</p>
        {progress.unreadable !== null && <p>{audit.unreadable(grouped(progress.unreadable))}</p>}
        {checked && <Journal checked={checked} />}
      </Finding>
      <Finding title={audit.signed} verdict={signedVerdict(progress)}>
        <p>{signedText(progress)}</p>
        {checked?.signed && (
          <p class="fine">
            {audit.signedBy} <code>{writeKey(checked.signed.house)}</code>
          </p>
        )}
        {checked?.signed && <p class="fine">{audit.signedMeans}</p>}
      </Finding>
      <div class="flow audit-buttons">
        <Button size="small" disabled={progress.status === 'reading'} onPress={() => void reading.readOn()}>
          {audit.readOn}
        </Button>
        <Button size="small" disabled={progress.entries === 0} onPress={() => exportLines(reading, null)}>
          {audit.exportAll}
        </Button>
        <small>{audit.exportMeans}</small>
      </div>
    </section>
  )
}

function Journal({ checked: { report } }: { checked: CheckedStream }) {
  return (
    <>
      <p>{audit.journalChecked(grouped(report.entries), grouped(report.rounds))}</p>
      {report.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      <p class="fine">
        {audit.root} <code>{report.root}</code>
      </p>
      <p class="fine">
        {audit.lastHash} <code>{report.head}</code>
      </p>
      <p class="fine">{audit.rootMeans}</p>
      <p class="fine">{audit.aloneMeans}</p>
    </>
  )
}

function Finding({ title, verdict, children }: { title: string; verdict: ProofVerdict; children: ComponentChildren }) {
  const Sign = signs[verdict]
  return (
    <div class="audit-finding" data-verdict={verdict}>
      <span class="audit-sign">
        <Sign size={18} />
      </span>
      <div>
        <h3>
          {title} <span class="fine">{said[verdict]()}</span>
        </h3>
        {children}
      </div>
    </div>
  )
}

const checkedIn = ({ verdict }: ReadingProgress): CheckedStream | null =>
  verdict && 'report' in verdict ? verdict : null

function journalVerdict({ verdict, status }: ReadingProgress): ProofVerdict {
  if (!verdict) return status === 'failed' ? 'unknown' : 'pending'
  return 'report' in verdict && !verdict.report.finding ? 'holds' : 'fails'
}

/** In the words of `croupier verify`. */
function journalText({ verdict, checked, entries }: ReadingProgress): string {
  if (!verdict) return audit.checking(grouped(checked), grouped(entries))
  if (!('report' in verdict)) return verdict.problem
  const { finding } = verdict.report
  return finding ? audit.foundAt(finding.seq === null ? null : grouped(finding.seq), finding.problem) : audit.sound
}

/** A journal that is wrong before the end of what was signed is not compared with it. */
const isCompared = ({ report, signed }: CheckedStream): boolean =>
  signed !== null && (report.finding === null || report.entries >= signed.checkpoint.size)

function signedVerdict(progress: ReadingProgress): ProofVerdict {
  const checked = checkedIn(progress)
  if (!progress.verdict) return progress.status === 'failed' ? 'unknown' : 'pending'
  if (!checked) return 'unknown'
  if (checked.signed) return isCompared(checked) ? 'holds' : 'unknown'
  return checked.checkpoints > 0 && !checked.report.finding ? 'fails' : 'unknown'
}

function signedText(progress: ReadingProgress): string {
  const checked = checkedIn(progress)
  if (!progress.verdict) return audit.pending
  if (checked?.signed)
    return isCompared(checked) ? audit.signedHolds(grouped(checked.signed.checkpoint.size)) : audit.signedUnknown
  return (!checked?.report.finding && checked?.problem?.problem) || audit.signedNothing
}

/** As a file, byte for byte; `seqs` null: all of it. */
export function exportLines({ table, entries }: JournalReading, seqs: readonly number[] | null, suffix = ''): void {
  const chosen = seqs ? seqs.map((seq) => entries[seq - 1]!) : entries
  exportText(chosen.map(writeEntryLine).join(''), `${table}${suffix}`)
}

export const exportText = (text: string, name: string): void => saveText(text, `${name}.jsonl`, 'application/jsonl')
