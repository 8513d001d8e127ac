import type { Translated } from '../vocabulary.ts'
import { spaced } from './grammar.zh.ts'

export const receipts: Translated<'receipts'> = {
  sound: '此凭证有效。',
  unsound: '此凭证不能证明任何事：',
  place: (table, house, seq, size) =>
    spaced`${house}的赌台 ${table} 的第 ${seq} 条记录，在庄家签署的 ${size} 条记录的日志之中。`,
  signedBy: (key) => `庄家以密钥 ${key} 签署。`,
  cosigned: (name, at) =>
    spaced`见证人 ${name} 也已签署${at === null ? '' : `（${at}）`}：任何人向该见证人查询，看到的都是同一份历史。`,
  noWitness: '未指定见证人：不能排除庄家向他人出示另一份历史。请与他人比对，或指定见证人。',
  when: (at) => `写入时间为 ${at}。`,
  book: (id, fingerprint) => `按规则 ${id} 裁决（${fingerprint}）。`,
  other: (what, actor) => `这是 ${actor} 发出的 ${what} 的结果。`,
  wager: (player, stake, spot, round) => spaced`${player}在第 ${round} 局于 ${spot} 下注 ${stake}。`,
  withdrawal: (player, stake, spot, round) => spaced`${player}在第 ${round} 局从 ${spot} 收回 ${stake}。`,
  draw: (numbers, seq) => spaced`奖号为 ${numbers}（第 ${seq} 条记录）。`,
  standings: {
    derived: '奖号由开局时庄家承诺的密值得出。',
    'not-derived': '奖号并非由开局时庄家承诺的密值得出！',
    none: '凭证中没有可供核对奖号的承诺。',
  },
  outcome: (pocket, seq) => spaced`珠子落定于 ${pocket}（第 ${seq} 条记录）。`,
  won: (pays, paid, clause) => `按第 ${clause} 条赔 ${pays} 比 1：赔付 ${paid}，并退回注额。`,
  lost: (clause) => `按第 ${clause} 条输去注额。`,
  halved: (returned, clause) => `按第 ${clause} 条为输，退回注额中的 ${returned}。`,
  imprisoned: (clause) => `按第 ${clause} 条，注额处于监禁：由下一结算局决定，不在此凭证中。`,
  noOutcome: '凭证中没有此局的结果：结果尚未得出或尚未签署，或凭证只含注码本身，或得出结果的记录显示其他玩家的注码。',
  changes: {
    differed: (pocket, clause, seq) =>
      spaced`轮盘与荷官所报号码不同，另报 ${pocket}。按${clause}，裁定之前不予结算（第 ${seq} 条记录）。`,
    wager: (spot, part) => (part === null ? `${spot} 的注码` : `${spot} 注码中的 ${part} `),
    ruled: {
      stands: (wager, _, clause, seq) => spaced`按${clause}，${wager}裁定为原位有效（第 ${seq} 条记录）。`,
      returned: (wager, _, clause, seq) => spaced`按${clause}，${wager}裁定为退回（第 ${seq} 条记录）。`,
      moved: (wager, to, clause, seq) => spaced`按${clause}，${wager}裁定视为移至 ${to}（第 ${seq} 条记录）。`,
    },
    voided: (code, clause, seq) => spaced`按${clause}，此局作废（${code}），所有注额退回（第 ${seq} 条记录）。`,
    corrected: (from, to, clause, seq) => spaced`按${clause}，结果由 ${from} 更正为 ${to}（第 ${seq} 条记录）。`,
    decided: (pocket, clause, seq) => spaced`按${clause}，结果裁定为 ${pocket}（第 ${seq} 条记录）。`,
    settledAgain: (clause, seq) => spaced`按${clause}，此局依对注码的裁定重新结算（第 ${seq} 条记录）。`,
    restored: (code, to, clause, seq) =>
      spaced`按${clause}，先前的作废（${code}）已撤销，此局以 ${to} 结算（第 ${seq} 条记录）。`,
    awarded: (amount, clause, seq) => spaced`按${clause}，裁定补偿 ${amount}（第 ${seq} 条记录）。`,
  },
  total: (player, round, net, seq) => spaced`第 ${round} 局${player}的结果为 ${net}（第 ${seq} 条记录）。`,
  money: (staked, paid, lost, imprisoned, awarded) =>
    `其中注额 ${staked}，赔付 ${paid}，输 ${lost}${imprisoned === null ? '' : `，监禁 ${imprisoned}`}${awarded === null ? '' : `，补偿 ${awarded}`}。`,
  limits: '此凭证不能显示注额是否被收回，或是否超出本台限额。',
  upTo: (size, newest, at) =>
    spaced`此凭证所述为 ${size} 条记录的日志中此局的情形，其中最新的是第 ${newest} 条记录${at === null ? '' : `（${at}）`}。之后的变化不在其中。是否遗漏更早的记录，只有日志能够证明。`,
  twoHistories: (origin, size) => `庄家签署了两份历史：${origin} 有两份各 ${size} 条记录、内容不同的已签署日志。`,
  oneHistory: (origin) => `这些文件中关于 ${origin} 的内容没有互相矛盾之处。`,
  checkpoint: (origin, size) => `${origin} 的检查点，共 ${size} 条记录，由庄家签署。`,

  page: {
    title: '核对凭证或日志',
    intro: '一切都在本页内核对，不向任何人查询：无需网络，可从闪存盘打开，永久可用。',
    drop: '将文件拖到此处，或选择文件',
    choose: '选择文件',
    kinds: '凭证、检查点、日志或打包文件',
    keys: '庄家的公钥，每行一个',
    witnesses: '必须已签署的见证人的公钥',
    whereFrom: '请从文件以外的来源取得公钥：庄家的屏幕、票券、监管机构。伪造文件的人也可能附上别的公钥。',
    paste: '或粘贴二维码的内容',
    check: '核对',
    noKeys: '请先填入庄家的公钥。',
    badKey: (line, why) => `第 ${line} 行的公钥：${why}`,
    journal: (stream, entries, rounds) =>
      spaced`${stream}的日志：${entries} 条记录，${rounds} 局，每一局均按其规则重新裁决。`,
    journalSound: '每条记录都与之前的记录相符。',
    checkpointsFit: (count, size) => `${count} 个已签署的检查点与记录相符，最后一个含 ${size} 条记录。`,
    asKept: (size) => `开头的 ${size} 条记录正是此处其他文件所签署的；其后的仍可能被重写。`,
    unsigned: (count) => `末尾的 ${count} 条记录尚无检查点。`,
    noCheckpoint: '没有已签署的检查点：不能排除整份日志是伪造的。',
    foundAt: (seq, why) => (seq === null ? why : `第 ${seq} 条记录：${why}`),
    books: '裁决所依的规则',
    standings: {
      'built-in': (id) => `${id}：与本页所含相同`,
      foreign: (id, fingerprint) => `${id}：以日志所载为准（${fingerprint}）`,
      differing: (id, fingerprint) => `${id}：以日志所载为准（${fingerprint}）；本页同名的规则与之不同`,
      wrong: (_, fingerprint) => `${fingerprint}：日志未载其规则，或打包文件中的规则不同`,
    },
    story: '经过',
    rounds: '局',
    between: '局与局之间',
    onlySeen: (shown, of) => `共 ${of} 局，显示最后 ${shown} 局。`,
    notRead: (name, why) => `${name}：${why}`,
    what: '既不是凭证、检查点，也不是日志或打包文件',
    language: '语言',
  },
}
