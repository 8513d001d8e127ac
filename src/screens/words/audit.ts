import type { EventType } from '../../engine/events.ts'
import type { CommandName } from '../../engine/language.ts'
import { inLanguage, type Pair, words } from '../kit/language.ts'

export const audit = words({
  title: ['Audit', '审计'],
  forWhom: [
    'The journals are for shift managers, auditors and administrators.',
    '日志仅供值班经理、审计员和管理员查阅。',
  ],
  tabs: ['Parts of the audit', '页面分区'],
  tabRounds: ['Rounds', '牌局'],
  tabHouse: ['The house', '全场'],
  tabBooks: ['Rule books', '规则'],
  noTables: ['There are no tables', '没有赌台'],

  table: ['Table', '赌台'],
  search: ['Find rounds', '查找牌局'],
  round: ['Round number', '局号'],
  from: ['From', '自'],
  until: ['Until', '至'],
  player: ['Player', '玩家'],
  marks: ['Only rounds that were', '仅显示'],
  clear: ['Clear', '清除'],
  found: (count: number) => [count === 1 ? '1 round' : `${count} rounds`, `${count} 局`],
  showMore: ['Show more', '显示更多'],
  noneFound: ['No round is like that.', '没有符合条件的牌局。'],
  noRounds: ['This journal has no rounds yet.', '日志中尚无牌局。'],
  roundsList: ['Rounds found', '查找结果'],
  wagers: (wagers: number, players: number) => [
    `${wagers === 1 ? '1 wager' : `${wagers} wagers`}, ${players === 1 ? '1 player' : `${players} players`}`,
    `${wagers} 注，${players} 人`,
  ],
  underWay: ['under way', '进行中'],

  // The journal
  reading: (entries: string) => [`Reading the journal: ${entries} entries`, `正在读取日志：${entries} 条`],
  failed: ['The journal could not be read', '无法读取日志'],
  failedMidway: (entries: string) => [`The line broke after ${entries} entries.`, `读取 ${entries} 条后中断。`],
  readOn: ['Read what came since', '读取新增内容'],
  exportAll: ['Export the journal', '导出日志'],
  exportRound: ['Export this round', '导出本局'],
  exportMeans: ['JSON Lines, byte for byte as in the journal', 'JSON Lines 格式，与日志逐字节一致'],
  proof: ['Proof', '核验'],
  chain: ['Chain of hashes', '哈希链'],
  chainHolds: (entries: string) => [
    entries === '1'
      ? 'Unbroken: one entry so far.'
      : `Unbroken: each of ${entries} entries follows from the one before it.`,
    `完整：${entries} 条记录逐条相连。`,
  ],
  chainRunning: (entries: string) => [`${entries} entries checked so far.`, `已核验 ${entries} 条。`],
  chainBroken: (seq: string) => [
    `Broken at entry ${seq}: what it holds, or what is before it, was changed.`,
    `在第 ${seq} 条断裂：其内容或之前的内容被更改。`,
  ],
  chainMissing: (seq: string) => [`Entry ${seq} is missing.`, `缺少第 ${seq} 条。`],
  chainCannot: [
    'This browser can check hashes only when the page comes by https or from this machine. Use croupier verify.',
    '仅当页面通过 https 或本机打开时，浏览器才能核验哈希。请使用 croupier verify。',
  ],
  chainMeans: [
    'Compare the last hash with one written down elsewhere: a chain that was made anew as a whole also holds together.',
    '请将最后的哈希与另行记录的比对：整条重做的链同样自洽。',
  ],
  lastHash: ['Last hash', '最后的哈希'],
  rules: ['Rules', '规则'],
  rulesHold: (count: string, house: number) => [
    `Decided again by the rule book: ${count === '1' ? 'one entry comes' : `${count} entries come`} to the same.${house > 0 ? ` ${house} more were refused by the house for lack of position.` : ''}`,
    `按规则重新裁决：${count} 条全部一致。${house > 0 ? `另有 ${house} 条因职位不足被拒绝。` : ''}`,
  ],
  rulesDiffer: (seqs: string) => [
    `The rule book comes to something else at entry ${seqs}.`,
    `规则在第 ${seqs} 条得出不同结果。`,
  ],
  unreadable: (seq: string) => [
    `Entry ${seq} cannot be replayed; nothing after it is shown.`,
    `第 ${seq} 条无法重放，其后内容不显示。`,
  ],
  ok: ['in order', '通过'],
  notOk: ['not in order', '未通过'],
  pending: ['being checked', '核验中'],

  // The time line
  chooseRound: ['Choose a round to replay it step by step.', '请选择一局逐步重放。'],
  timeline: ['The round, step by step', '逐步重放'],
  step: (at: number, of: number) => [`Step ${at} of ${of}`, `第 ${at} 步，共 ${of} 步`],
  next: ['Next step', '下一步'],
  previous: ['Step before', '上一步'],
  keys: ['Arrow keys step through the round.', '可用方向键逐步查看。'],
  leftOut: (count: string) => [
    `${count} entries of this long round are left out here; the export has them all.`,
    `此局很长，略去 ${count} 条；导出文件包含全部。`,
  ],
  refused: ['Refused', '已拒绝'],
  setUp: ['The table was set up', '设置赌台'],
  entry: (seq: number) => [`entry ${seq}`, `第 ${seq} 条`],
  by: (actor: string) => [`by ${actor}`, `操作者：${actor}`],
  againSame: ['The rule book comes to the same again', '规则再次得出相同结果'],
  againDiffers: ['The rule book comes to something else', '规则得出不同结果'],
  againHouse: ['Decided by the house: who may ask at all', '由本场决定：是否有权操作'],

  // As it stood
  asItStood: ['The table after this step', '此步之后的赌台'],
  balance: ['In hand', '持有'],
  staked: ['On the layout', '台面注额'],
  owed: ['Owed', '欠款'],
  changedBy: ['Changed by', '变动'],
  houseWin: ['House', '庄家'],
  balanced: [
    'Every account together is nothing: no cent was made or lost.',
    '所有账户合计为零：没有多出或缺少一分钱。',
  ],
  notBalanced: ['The accounts do not sum to zero.', '账户合计不为零。'],

  // The house
  houseForWhom: ['The record of the house is for auditors and administrators.', '全场记录仅供审计员和管理员查阅。'],
  houseMeans: [
    'Without secrets. Each hash is that of the whole entry: croupier verify proves it on a backup.',
    '不含机密内容。哈希对应完整记录：可用 croupier verify 在备份上核验。',
  ],
  houseKind: ['About', '类别'],
  houseFilter: ['Find in the record', '在记录中查找'],
  houseFound: (count: number) => [count === 1 ? '1 event' : `${count} events`, `${count} 项`],
  houseNone: ['Nothing is like that.', '没有符合条件的记录。'],
  badgeUnknown: ['unknown badge', '未知工号'],
  failures: (count: number) => [count === 1 ? '1 failed try' : `${count} failed tries`, `失败 ${count} 次`],
  time: ['Time', '时间'],
  what: ['What', '事项'],
  about: ['Whom or what', '对象'],
  who: ['Done by', '操作者'],
  changed: (from: string, to: string) => [`${from}, now ${to}`, `${from}改为${to}`],
  entryColumn: ['Entry', '记录'],

  // Rule books
  book: ['Rule book', '规则'],
  clause: ['Clause', '条款'],
  means: ['What it says, in our words', '内容（我方表述）'],
  where: ['Where it lives', '实现位置'],
  why: ['How', '方式'],
  scenarios: ['Scenarios that show it', '对应场景'],
  scenarioCount: (count: number) => [`${count} scenarios`, `${count} 个场景`],
  noScenario: ['none', '无'],
  filter: ['Find in the clauses', '在条款中查找'],
  everywhere: ['All', '全部'],
  onlyBare: ['Only clauses without a scenario', '仅显示无场景的条款'],
  clausesTotal: (clauses: number, shown: number, outside: number) => [
    `${clauses} clauses; ${shown} are shown by a scenario; ${outside} cannot be software.`,
    `共 ${clauses} 条；${shown} 条有场景；${outside} 条无法由软件实现。`,
  ],
  inForce: (from: string, until: string) => [
    `in force from ${from}${until ? ` until ${until}` : ''}`,
    `自 ${from} 起生效${until ? `，至 ${until}` : ''}`,
  ],
  noDate: ['the document states no date', '文件未注明日期'],
  appendixOf: (clause: string) => [`beside clause ${clause}`, `附于第 ${clause} 条`],
})

export const houseKinds = words({
  people: ['People', '员工'],
  sessions: ['Signing in and out', '登录与退出'],
  terminals: ['Terminals', '终端'],
  tickets: ['Tickets', '票券'],
  refusals: ['Refusals', '拒绝'],
})

// biome-ignore format: a table is read down its columns
const houseEvents: Readonly<Record<string, Pair>> = {
  'staff-added':         ['Joined the staff', '加入员工'],
  'staff-pin-set':       ['PIN set', '设定密码'],
  'staff-role-changed':  ['Position changed', '变更职位'],
  'staff-removed':       ['Left the staff', '移除员工'],
  'staff-locked':        ['Locked out', '锁定'],
  'staff-unlocked':      ['Unlocked', '解除锁定'],
  'sign-in-failed':      ['Sign-in failed', '登录失败'],
  'session-opened':      ['Signed in', '登录'],
  'session-ended':       ['Signed out', '退出'],
  'terminal-added':      ['Terminal added', '添加终端'],
  'enrolment-code-made': ['Enrolment code made', '生成注册码'],
  'terminal-enrolled':   ['Terminal enrolled', '终端注册'],
  'terminal-closed':     ['Terminal closed', '关闭终端'],
  'terminal-opened':     ['Terminal opened', '开放终端'],
  'terminal-removed':    ['Terminal removed', '移除终端'],
  'ticket-issued':       ['Ticket issued', '发出票券'],
  'ticket-redeemed':     ['Ticket redeemed', '兑换票券'],
  'ticket-cancelled':    ['Ticket cancelled', '取消票券'],
  'refusal-recorded':    ['Refused', '已拒绝'],
  'clock-corrected':     ['Clock set', '校正时钟'],
}

/** What happened in the house; what is not known here is called as the service calls it. */
export const houseEventName = (type: string): string => inLanguage(houseEvents[type] ?? [type, type])

/** What somebody asked of a table and may not: every command, or this does not compile. */
// biome-ignore format: a table is read down its columns
const commandsAsked: Record<CommandName, Pair> = {
  'buy-in':          ['buy in', '买入'],
  'cash-out':        ['cash out', '兑现'],
  'repay':           ['repay a debt', '偿还欠款'],
  'place-your-bets': ['open a round', '开局'],
  'wager':           ['place a wager', '下注'],
  'withdraw':        ['take a wager back', '取回注码'],
  'spin':            ['spin the ball', '转珠'],
  'no-more-bets':    ['close betting', '停止下注'],
  'bonus-numbers':   ['light the bonus numbers', '抽出奖号'],
  'ball-at-rest':    ['say where the ball rests', '报号'],
  'rule-on-wager':   ['rule on a wager', '裁定注码'],
  'settle':          ['settle', '结算'],
  'irregularity':    ['report an irregularity', '报告异常情况'],
  'no-spin':         ['announce no spin', '宣布本局无效'],
  'power-failure':   ['report a power failure', '报告电力中断'],
  'resume':          ['resume play', '恢复'],
  'interruption':    ['report an interruption', '报告中断'],
  'refer':           ['refer a round', '呈报'],
  'decide':          ['decide a round', '裁定牌局'],
  'correct-outcome': ['correct an outcome', '更正结果'],
  'void-rounds':     ['void rounds', '作废牌局'],
  'close-table':     ['close the table', '关台'],
  'open-table':      ['open the table', '开台'],
  'set-limits':      ['set the limits', '设定限额'],
}

/** The same of the house: what its doors call it (`asked` in src/table/doors). */
// biome-ignore format: a table is read down its columns
const doorsAsked: Readonly<Record<string, Pair>> = {
  'add-staff':       ['add somebody', '添加员工'],
  'set-pin':         ['set a PIN', '设定密码'],
  'change-role':     ['change a position', '变更职位'],
  'lock-staff':      ['lock a badge', '锁定工号'],
  'unlock-staff':    ['unlock a badge', '解锁工号'],
  'remove-staff':    ['remove somebody', '移除员工'],
  'add-terminal':    ['add a terminal', '添加终端'],
  'renew-code':      ['make an enrolment code', '生成注册码'],
  'close-terminal':  ['close a terminal', '关闭终端'],
  'open-terminal':   ['open a terminal', '开放终端'],
  'remove-terminal': ['remove a terminal', '移除终端'],
  'sell-ticket':     ['sell a ticket', '出售票券'],
  'redeem-ticket':   ['redeem a ticket', '兑换票券'],
  'cancel-ticket':   ['cancel a ticket', '取消票券'],
  'read-staff':      ['read the staff list', '查看员工'],
  'read-tickets':    ['read the tickets', '查看票券'],
  'read-meters':     ['read the meters', '查看计数'],
  'read-alarms':     ['read the alarms', '查看警报'],
  'read-figures':    ['read the figures', '查看经营数据'],
  'read-journal':    ['read a journal', '查看日志'],
  'read-house':      ['read the record of the house', '查看全场记录'],
}

/** What was asked, and of which table or stream; what is not known here is called as the service calls it. */
export function askedName(asked: string): string {
  const [code = '', ...of] = asked.split(' ')
  const pair = commandsAsked[code as CommandName] ?? doorsAsked[code] ?? [code, code]
  return [inLanguage(pair), ...of].join(' ')
}

/** Who is nobody in particular. */
export const machines = words({
  service: ['the service', '服务'],
  console: ['the command line', '命令行'],
})

export const sessionEnds = words({
  'signed-out': ['signed out', '主动退出'],
  expired: ['expired', '已过期'],
  idle: ['idle for too long', '闲置过久'],
  'pin-set': ['the PIN was set', '重设密码'],
  'role-changed': ['the position changed', '职位变更'],
  removed: ['left the staff', '被移除'],
  locked: ['locked out', '被锁定'],
})

export const homes = words({
  value: ['value in the book', '规则数值'],
  engine: ['engine', '引擎'],
  service: ['service', '服务'],
  screen: ['screen', '界面'],
  outside: ['outside software', '软件之外'],
})

export const marks = words({
  refused: ['with a refusal', '有拒绝'],
  referred: ['referred', '呈报'],
  differed: ['with two results', '结果不一致'],
  ruled: ['with a ruling', '有裁定'],
  corrected: ['corrected', '已更正'],
  'voided-later': ['voided later', '事后作废'],
  'power-failed': ['power failure', '电力中断'],
})

/** Every event has its name, or this does not compile. */
// biome-ignore format: a table is read down its columns
const events: Record<EventType, Pair> = {
  'bought-in':           ['Bought in', '买入'],
  'cashed-out':          ['Cashed out', '兑现'],
  'owed-repaid':         ['Debt repaid', '偿还欠款'],
  'betting-opened':      ['Betting opened', '开始下注'],
  'wager-placed':        ['Wager placed', '下注'],
  'wager-withdrawn':     ['Wager withdrawn', '取回注码'],
  'ball-spun':           ['Ball spun', '转珠'],
  'betting-closed':      ['No more bets', '停止下注'],
  'bonus-numbers-drawn': ['Bonus numbers drawn', '抽出奖号'],
  'outcome-determined':  ['Outcome', '结果'],
  'results-differed':    ['Results differ', '结果不一致'],
  'wager-ruled':         ['Ruling', '裁定注码'],
  'round-settled':       ['Settled', '结算'],
  'round-voided':        ['Void', '作废'],
  'round-referred':      ['Referred', '呈报'],
  'referral-decided':    ['Decided', '裁定'],
  'power-failed':        ['Power failed', '电力中断'],
  'play-resumed':        ['Play resumed', '恢复'],
  'play-interrupted':    ['Play interrupted', '中断'],
  'outcome-corrected':   ['Outcome corrected', '更正结果'],
  'table-closed':        ['Table closed', '关台'],
  'table-opened':        ['Table opened', '开台'],
  'limits-set':          ['Limits set', '设定限额'],
}

export const eventName = (type: EventType): string => inLanguage(events[type])
