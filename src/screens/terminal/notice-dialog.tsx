import './notice-dialog.css'
import type { Book } from '../../books/rule-book.ts'
import { impossible } from '../../engine/impossible.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { NumberedNotice } from '../../house/floor-records.ts'
import type { TerminalView } from '../../wire/audiences.ts'
import { money, signedMoney } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, Dialog, type Fact, Facts } from '../kit/controls.tsx'
import { houseBook } from '../kit/house-books.ts'
import { briefLimits } from '../kit/limits-text.ts'
import { clock } from '../kit/time-text.ts'
import { citedIn, clauseName, clauses, reasonText, spotName, voidReason } from '../words/names.ts'
import { service } from '../words/terminal.ts'
import type { Seat } from './seat.ts'

type NoticeContext = { notice: NumberedNotice; book: Book; layout: string }

type NoticeDialogProps = {
  /** The notices at the time of opening, the newest first. Later ones are announced separately. */
  notices: readonly NumberedNotice[]
  view: TerminalView
  seat: Seat
  onClose: () => void
}

/** All unread notices. Closing the dialog does not mark them as read; a button of its own does. */
export function NoticeDialog({ notices, view, seat, onClose }: NoticeDialogProps) {
  const [newest, ...older] = notices
  if (!newest) return null
  const read = () => {
    void serviceFor(seat.token).call('POST /api/notices/read', { body: { upTo: newest.number } })
    onClose()
  }
  const isOne = older.length === 0
  return (
    <Dialog
      title={isOne ? titleOf(newest) : service.noticeCount(notices.length)}
      width="narrow"
      onClose={onClose}
      footer={
        <Button look="primary" onPress={read}>
          {service.haveRead}
        </Button>
      }
    >
      {notices.map((notice) => (
        <section key={notice.number} class="terminal-told-one">
          {!isOne && <h3>{titleOf(notice)}</h3>}
          <NoticeFacts notice={notice} view={view} />
        </section>
      ))}
    </Dialog>
  )
}

const titleOf = ({ about, round }: NumberedNotice): string => service.noticeTitles[about](round ?? 0)

function NoticeFacts({ notice, view }: { notice: NumberedNotice; view: TerminalView }) {
  const book = houseBook(notice.book ?? view.book) ?? houseBook(view.book)
  if (!book) return null
  const told = { notice, book, layout: view.layout }
  return (
    <>
      <p class="fine">
        {service.noticeTitle} · {clock(notice.at)}
      </p>
      <Facts class="list facts terminal-told" facts={[...noticeFacts(told), ...reasonFacts(told)]} />
    </>
  )
}

function noticeFacts(told: NoticeContext): Fact[] {
  const { notice } = told
  switch (notice.about) {
    case 'corrected':
      return [
        [service.outcome, service.outcomeChanged(notice.from ?? service.voidBefore, notice.to ?? '')],
        ...(notice.before === undefined ? [[service.settledBy, notice.to ?? ''] as const] : changeFacts(notice)),
      ]
    case 'settled-again':
      return [[service.outcome, notice.to ?? ''], ...changeFacts(notice)]
    case 'voided':
      return [[service.outcome, voidReason(told.book, notice.code ?? '')], ...changeFacts(notice)]
    case 'ruled':
      return rulingFacts(told)
    case 'awarded':
    case 'award-changed':
      return [...decisionFacts(notice), ...awardFacts(notice)]
    case 'decided':
      return decisionFacts(notice)
    case 'limits':
      return limitFacts(told)
    case 'closed':
    case 'opened':
      return []
    default:
      return impossible(notice.about)
  }
}

/** The result of the round before and now; for a round without a result, the returned stakes. */
function changeFacts({ before, after, ...sums }: NumberedNotice): Fact[] {
  const [amount, owed] = [sums.amount ?? 0, sums.owed ?? 0]
  if (before === undefined) return [[service.returned, money(amount)]]
  return [
    [service.resultBefore, signedMoney(before)],
    [service.resultAfter, signedMoney(after ?? 0)],
    ...(amount === 0 ? [[service.unchanged, ''] as const] : movedFacts(amount, owed)),
  ]
}

const movedFacts = (amount: number, owed: number): Fact[] => [
  amount < 0 ? [service.debited, money(-amount)] : [service.credited, money(amount)],
  ...(owed > 0 ? [[service.owed, money(owed)] as const] : []),
]

const decisionFacts = ({ decision }: NumberedNotice): Fact[] =>
  decision === undefined ? [] : [[service.decision, service.decided[decision]]]

/** The award; if a decision changed it, the former one too. */
function awardFacts({ before, after, amount, owed }: NumberedNotice): Fact[] {
  if (before === undefined) return [[service.award, signedMoney(after ?? 0)]]
  return [
    [service.awardBefore, money(before)],
    [service.awardAfter, money(after ?? 0)],
    ...movedFacts(amount ?? 0, owed ?? 0),
  ]
}

function rulingFacts({ notice, book, layout }: NoticeContext): Fact[] {
  const { byId } = spotsOf(book, layout)
  const named = (spot: string | undefined) => {
    const found = spot === undefined ? undefined : byId.get(spot)
    return found ? spotName(book, found) : (spot ?? '')
  }
  const decision = { stands: service.stands, returned: service.goesBack, moved: service.moved(named(notice.toSpot)) }[
    notice.treatment ?? 'stands'
  ]
  return [
    [service.wager, named(notice.spot)],
    ...(notice.amount === undefined ? [] : [[service.stake, money(notice.amount)] as const]),
    [service.decision, decision],
  ]
}

function limitFacts({ notice: { limits }, book, layout }: NoticeContext): Fact[] {
  if (!limits) return []
  const text = (one: typeof limits.from) => briefLimits(book, layout, one) ?? service.noLimits
  return [
    [service.limitsBefore, text(limits.from)],
    [service.limitsAfter, text(limits.to)],
  ]
}

function reasonFacts({ notice: { reason, clause }, book }: NoticeContext): Fact[] {
  const cited = clause === null ? [] : citedIn(book, [clause])
  return [
    ...(reason ? [[service.why, reasonText(reason)] as const] : []),
    ...cited.map((one) => [service.rule, clauses.means(clauseName(one.clause), one.means)] as const),
  ]
}
