import { words } from '../kit/language.ts'

/** What more than one screen says. */
export const common = words({
  appName: ['Croupier', '荷官'],
  loading: ['One moment', '请稍候'],
  close: ['Close', '关闭'],
  cancel: ['Cancel', '取消'],
  confirm: ['Confirm', '确认'],
  retry: ['Try again', '重试'],
  languageLabel: ['Chinese', 'English'],
  soundOn: ['Turn sound on', '打开声音'],
  soundOff: ['Turn sound off', '关闭声音'],
  clause: (clause: string) => {
    const [, kind, rest = ''] = /^(reading|Appendix|Diagram) (.+)$/.exec(clause) ?? []
    if (kind === 'reading') return [`Reading ${rest}`, `释义 ${rest}`]
    if (kind === 'Appendix') return [clause, `附录 ${rest}`]
    return kind === 'Diagram' ? [clause, `图 ${rest}`] : [`Rule ${clause}`, `规则 ${clause}`]
  },
  round: (round: number) => [`Round ${round}`, `第 ${round} 局`],
  noRound: ['No round yet', '尚未开局'],
  table: ['Table', '赌台'],
  limits: ['Limits', '限额'],
  limitsRange: (min: string, max: string) => [`${min} to ${max}`, `${min} 至 ${max}`],
  limitsNone: ['No limits', '不设限额'],
  lastResults: ['Last results', '最近结果'],
  noResults: ['No results yet', '尚无结果'],
  pays: (pays: number) => [`${pays} to 1`, `1 赔 ${pays}`],
  secondsToBet: (seconds: number) => [`${seconds} seconds left to bet`, `还有 ${seconds} 秒可下注`],
  stake: ['Stake', '注额'],
  total: ['Total', '合计'],
  dollars: (amount: string) => [`$${amount}`, `$${amount}`],
  pocketColour: (colour: 'red' | 'black' | 'green') => [colour, { red: '红', black: '黑', green: '绿' }[colour]],
  dolly: (pocket: string) => [`The dolly stands on ${pocket}`, `胜号标记在 ${pocket}`],
  layoutLabel: [
    'Betting layout. Arrow keys move, Enter places a chip, Delete takes one back.',
    '投注区。方向键移动，回车下注，删除键取回。',
  ],
  wheelLabel: ['Roulette wheel', '轮盘'],
  wheelAtRest: (pocket: string) => [`The ball rests in ${pocket}`, `珠子落在 ${pocket}`],
  wheelRunning: ['The ball is running', '珠子正在转动'],
  racetrackLabel: ['The numbers in the order of the wheel', '按轮盘顺序排列的号码'],
  zoomIn: ['Enlarge the layout', '放大投注区'],
  zoomOut: ['Shrink the layout', '缩小投注区'],
  connecting: ['Connecting', '正在连接'],
  connectionLost: ['Connection lost', '连接已断开'],
  connectionLostMeans: [
    'Trying again. What you see is how the table stood when the connection broke; registered wagers are safe.',
    '正在重新连接。画面停留在断开时的状态；已登记的注码不受影响。',
  ],
  stopped: ['This table is stopped', '本台已停止'],
  stoppedMeans: [
    'Please call an attendant. Registered wagers and credits are safe; play goes on when the table is back.',
    '请联系服务员。已登记的注码和余额不受影响，恢复后继续。',
  ],
  unknownTable: ['There is no such table', '没有这张赌台'],
  unknownTableMeans: ['It may have been closed, or the address is wrong.', '可能已关闭，或地址有误。'],
  toLobby: ['To the tables', '返回大厅'],
  serviceAway: ['The service does not answer', '服务没有响应'],
  tooMany: ['Too many requests; wait a moment', '请求过多，请稍候'],
  notHere: ['There is no such page', '没有这个页面'],
  signIn: ['Sign in', '登录'],
  signOut: ['Sign out', '退出'],
  badge: ['Badge', '工号'],
  pin: ['PIN', '密码'],
  signInMeans: ['For staff, with badge and PIN.', '员工请用工号和密码登录。'],
  notYours: (role: string, own: string) => [
    `This needs ${role} or above; you are signed in as ${own}.`,
    `此操作须由${role}或以上人员进行；您的身份是${own}。`,
  ],
  reason: ['Reason', '理由'],
  reasonHint: ['It is written to the journal with your name.', '将与您的姓名一同记入日志。'],
  noRule: ['The rules leave this to the house.', '规则未作规定，由本场决定。'],
  sending: ['Waiting for the answer', '等待答复'],
})

export const stages = words({
  waiting: ['Waiting for the dealer', '等待荷官开局'],
  open: ['Place your bets', '请下注'],
  closing: ['Ball is spinning, last bets', '珠子已转，最后下注'],
  soon: ['Betting closes', '即将停止下注'],
  due: ['No more bets any moment', '随时停止下注'],
  closed: ['No more bets', '停止下注'],
  result: ['The ball is at rest', '珠子已落定'],
  settled: ['Round settled', '本局已结算'],
  void: ['Round void', '本局作废'],
  referred: ['Waiting for a decision', '等待裁定'],
  'power-out': ['Power failure', '电力中断'],
})

/** For cards and corners where a sentence is too long. */
export const shortStages = words({
  waiting: ['Waiting', '等待'],
  open: ['Open', '下注中'],
  closing: ['Last bets', '最后下注'],
  closed: ['No more bets', '停止下注'],
  result: ['Result', '已开号'],
  settled: ['Settled', '已结算'],
  void: ['Void', '作废'],
  referred: ['Decision', '待裁定'],
  'power-out': ['Power out', '停电'],
})
