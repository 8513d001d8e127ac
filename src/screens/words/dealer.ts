import { words } from '../kit/language.ts'

/** What the dealer console says. */
export const dealer = words({
  console: ['Dealer console', '荷官台'],
  consoleAt: (table: string) => [`Dealer console, ${table}`, `荷官台，${table}`],
  watching: ['You watch. Your position deals at no table.', '您正在旁观，您的职位不能操作赌台。'],
  whichTable: ['Which table do you deal at?', '您在哪张赌台？'],
  pitDesk: ['Pit desk', '监场台'],

  // The next step
  next: ['Next step', '下一步'],
  openMeans: (round: number) => [`Opens betting for round ${round}`, `开放第 ${round} 局下注`],
  bettingTime: ['Betting time announced', '公布的下注时间'],
  untilCalled: ['none', '无'],
  seconds: (count: number) => [`${count} s`, `${count} 秒`],
  spin: ['Spin the ball', '转动珠子'],
  spinMeans: (ball: string, wheel: string) => [`Ball ${ball}, wheel ${wheel}`, `珠子${ball}，轮盘${wheel}`],
  closeMeans: ['Closes betting while the ball is running', '在珠子转动时停止下注'],
  closeEarly: ['Close bets before the spin', '在转珠前停止下注'],
  closeEarlyMeans: [
    'Betting closes at once, and the ball is spun after it. No wager is taken, raised or given back from then on.',
    '立即停止下注，随后转珠。此后不得下注、加注或取回。',
  ],
  pickOutcome: ['Where does the ball rest?', '珠子落在哪里？'],
  pickOutcomeMeans: ['Pick the number on the layout, or type it', '在投注区点选号码，或直接输入'],
  pickOutcomeLed: [
    'The wheel names the number. By hand: pick it on the layout, or type it',
    '由轮盘报号。人工时请点选或输入号码',
  ],
  outcomeMeans: ['Announce it and set the dolly: this determines the outcome', '宣布并放置胜号标记：由此确定结果'],
  number: ['Number', '号码'],
  noSuchPocket: (text: string) => [`The wheel has no ${text}`, `轮盘上没有 ${text}`],
  revolutions: ['Revolutions', '圈数'],
  notCounted: ['not counted', '未计'],
  tooFew: (least: number) => [`Fewer than ${least}: the round will be void`, `少于 ${least} 圈：本局将作废`],
  drawing: ['The bonus numbers are being drawn', '正在抽取奖号'],
  settle: (pocket: string) => [`Settle ${pocket}`, `结算 ${pocket}`],
  settleMeans: (paid: string, players: number, collected: string) => [
    `Pays ${paid} to ${players === 1 ? '1 player' : `${players} players`}, collects ${collected}`,
    `赔付 ${players} 位玩家共 ${paid}，收取 ${collected}`,
  ],
  settleNobody: (collected: string) => [`Nobody won; collects ${collected}`, `无人赢注；收取 ${collected}`],
  settleNothing: ['Nothing was staked', '没有注码'],
  differ: (one: string, other: string) => [`Two results: ${one} and ${other}`, `两个结果：${one} 与 ${other}`],
  differMeans: [
    'The wheel and the dealer name different numbers. Nothing is settled until a pit supervisor decides.',
    '轮盘与荷官报的号码不同。监场裁定之前不予结算。',
  ],
  decision: ['The shift manager decides', '由值班经理裁定'],
  decisionMeans: (reason: string) => [`Referred: ${reason}`, `已呈报：${reason}`],
  resume: ['Resume play', '恢复游戏'],
  resumeAtRest: ['The ball was down: its outcome stands', '珠子已落定：结果有效'],
  resumeRunning: [
    'The ball was not down: play goes on. To void the round, announce no spin instead.',
    '珠子尚未落定：游戏继续。如要作废本局，请宣布无效。',
  ],
  tableClosed: ['The table is closed', '本台已关闭'],
  tableClosedMeans: [
    'No further round is opened. A pit supervisor opens the table again.',
    '不再开新局。由监场重新开放。',
  ],
  closesAfter: ['The table closes after this round', '本台在本局后关闭'],
  wheelLeads: ['The wheel calls this by itself. Press only to do it by hand.', '轮盘会自动报告。仅在人工操作时按下。'],
  stopped: ['The table is stopped', '本台已停止'],
  stoppedMeans: [
    'Its journal could not be written. Nothing is accepted until the service is restarted.',
    '无法写入日志。重启服务之前不接受任何操作。',
  ],

  // Directions
  wheelTurns: ['Wheel', '轮盘'],
  ballRuns: ['Ball', '珠子'],
  clockwise: ['clockwise', '顺时针'],
  anticlockwise: ['anticlockwise', '逆时针'],
  still: ['still', '静止'],
  spinVoids: (why: string) => [`${why}: the round will be void`, `${why}：本局将作废`],

  // Round, clock, wheel
  elapsed: ['In this phase', '本阶段'],
  wheelOk: ['Wheel on', '轮盘已连接'],
  wheelNow: (state: string) => [`Wheel: ${state}`, `轮盘：${state}`],
  wheelNone: ['By hand', '人工'],
  wheelLost: ['Wheel off', '轮盘未连接'],
  wheelUnknown: ['Wheel: no word', '轮盘：无消息'],
  wheelSays: ['It says', '轮盘状态'],
  wheelSaysNothing: ['nothing yet', '尚无消息'],
  moving: ['moving', '转动中'],
  'at-rest': ['at rest', '已落定'],
  heardAt: ['Last heard', '最近消息'],
  wheelFaults: (count: number) => [count === 1 ? '1 fault' : `${count} faults`, `${count} 项故障`],
  wheelDialog: ['The wheel', '轮盘'],
  wheelOkMeans: [
    'The wheel is heard. It opens betting, spins, closes and names the number.',
    '轮盘通讯正常。由轮盘开注、转珠、停注并报号。',
  ],
  wheelLostMeans: [
    'The wheel is not heard. Go on by hand: every step is here.',
    '收不到轮盘信号。请人工继续，所有步骤都在此处。',
  ],
  wheelNoneMeans: [
    'No wheel is connected to this table. What the dealer says counts.',
    '本台没有连接轮盘，以荷官所报为准。',
  ],
  faults: ['Faults, the newest first', '故障，最新在前'],
  noFaults: ['No faults', '没有故障'],

  // What may happen
  noSpin: ['No spin', '本局无效'],
  noSpinTitle: ['Announce no spin', '宣布本局无效'],
  noSpinSays: ['No spin!', '本局无效！'],
  irregularity: ['Irregularity', '异常情况'],
  irregularityTitle: ['What happened?', '发生了什么？'],
  irregularityIntro: ['What the rule book lists, and what it leads to.', '规则所列情况及其后果。'],
  powerFailure: ['Power failure', '电力中断'],
  interruption: ['Interruption', '技术中断'],
  interruptionTitle: ['Technical interruption', '技术中断'],
  interruptionWhole: ['The whole game', '整个游戏'],
  interruptionSome: ['Some terminals', '部分终端'],
  whichTerminals: ['Which of them are cut off?', '哪些终端断开？'],
  refer: ['Refer', '呈报'],
  referTitle: ['Refer to the shift manager', '呈报值班经理'],
  reasonNeeded: ['Say what happened', '请说明情况'],
  needsRound: ['No round is under way', '目前没有进行中的牌局'],
  happens: ['What this does', '后果'],
  confirmVoid: (round: number) => [`Void round ${round}`, `作废第 ${round} 局`],
  confirmPower: ['Report the power failure', '报告电力中断'],
  confirmInterruption: ['Report the interruption', '报告中断'],
  confirmRefer: ['Refer the round', '呈报本局'],

  // Layout and wagers
  layout: ['Layout with every wager', '投注区与全部注码'],
  layoutPick: ['Layout. Pick the number where the ball rests.', '投注区。请选择珠子所落号码。'],
  choosePlayer: ['Choose a player', '请选择玩家'],
  notANumber: ['The ball rests in a number', '珠子只能落在号码上'],
  hasOnly: (balance: string) => [`The player has ${balance}; that is not enough`, `玩家只有 ${balance}，不足`],
  nothingHere: ['No wager here', '此处没有注码'],
  more: (count: number) => [`and ${count} more`, `另有 ${count} 项`],
  wagers: ['Wagers', '注码'],
  payouts: ['Payouts', '赔付'],
  wagersOf: (players: number) => [players === 1 ? '1 player' : `${players} players`, `${players} 位玩家`],
  onLayout: ['On the layout', '台面注额'],
  noWagers: ['No wagers on the layout', '投注区没有注码'],
  takeBack: (player: string, spot: string) => [`Give ${player} back ${spot}`, `退回 ${player} 的${spot}`],
  outside: (count: number) => [`Outside the limits: ${count}`, `超出限额：${count}`],
  under: ['under the minimum', '低于最低限额'],
  over: ['over the maximum', '高于最高限额'],
  settledOnce: ['settled this once; goes back from the next round on', '仅此一次照常结算；下局起退回'],
  goesBack: ['goes back, win or lose', '无论输赢均退回'],
  excessBack: ['only the maximum is in play; the excess goes back', '仅最高限额内的部分有效，超出部分退回'],
  setAside: ['set aside, goes back', '搁置，将退回'],
  warned: ['Had wagers under the minimum before', '曾有低于最低限额的注码'],

  bonusNumbers: ['Bonus numbers', '奖号'],
  superBonus: (links: string) => [`Super bonus: link ${links}`, `超级奖号：${links} 组`],
  scatter: ['Scatter bonus', '散布奖'],

  // Payouts
  collectFirst: ['Collect losing chips', '先收取输注'],
  fromSpots: (spots: number) => [spots === 1 ? 'from 1 spot' : `from ${spots} spots`, `来自 ${spots} 个位置`],
  thenPay: ['Then pay', '然后赔付'],
  payOrder: ['outside first, the number last', '先外围，最后号码'],
  markPaid: (player: string) => [`${player} is paid`, `已付 ${player}`],
  nobodyWon: ['Nobody won', '无人赢注'],
  giveBack: ['Give back', '退回'],
  overBack: (amount: string) => [`${amount} over the maximum goes back`, `超限 ${amount} 退回`],
  giveBackAll: ['Give every stake back', '退回全部注码'],
  lostOnly: (count: number) => [
    count === 1 ? '1 player lost everything staked' : `${count} players lost everything staked`,
    `${count} 位玩家全输`,
  ],
  foreseen: ['What settling will pay. Nothing is paid yet.', '结算后的赔付预览，尚未支付。'],
  ofRound: (round: number) => [`Round ${round}`, `第 ${round} 局`],
  voidRound: (why: string) => [`Void: ${why}`, `作废：${why}`],
  noRoundYet: ['No round has been concluded yet', '尚无已结束的牌局'],
  corrected: ['Result corrected: differences', '结果已更正：差额'],
  asChips: (count: number, colour: string) => [`${count} ${colour} chips`, `${count} 枚${colour}筹码`],

  // Players
  players: ['Players', '玩家'],
  nobody: ['Nobody has chips at this table', '本台没有玩家持有筹码'],
  nobodyMeans: ['Sell chips to a player to begin.', '请先向玩家售出筹码。'],
  inHand: ['In hand', '持有'],
  staked: ['Staked', '已下注'],
  owes: (amount: string) => [`owes ${amount}`, `欠 ${amount}`],
  left: (count: number) => [count === 1 ? '1 player has left' : `${count} players have left`, `${count} 位玩家已离开`],
  placingFor: (player: string) => [`Placing for ${player}`, `正在为 ${player} 下注`],
  placeHint: ['Press a spot to place, right-click it to give back', '点位置下注，右键退回'],
  placeClosed: ['No bets are taken now', '目前不接受下注'],
  byStaff: ['At the player’s wish; the player answers for where it lies', '应玩家要求，位置由玩家负责'],
  chip: ['Chip', '筹码'],
  cashChips: ['Cash chips', '现金筹码'],
  colourChips: ['Colour chips', '彩色筹码'],
  credits: ['Credits', '点数'],
  chipsOfColour: (colour: string) => [`${colour} chips`, `${colour}筹码`],
  chipsCount: (count: number) => [count === 1 ? '1 chip' : `${count} chips`, `${count} 枚`],
  chipsAt: (value: string) => [`at ${value} each`, `每枚 ${value}`],

  // Several-piece bets
  severalPieces: ['Several-piece bet', '组合投注'],
  severalPiecesFor: (player: string) => [`Several-piece bet for ${player}`, `为 ${player} 下组合投注`],
  whichBet: ['Which bet', '投注种类'],
  sides: ['Neighbours', '邻号数'],
  lastDigit: ['Last digit', '尾数'],
  pickNumber: ['Pick the number on the wheel’s order', '请在轮盘顺序上选择号码'],
  pickDigit: ['Choose the last digit', '请选择尾数'],
  neighboursOf: (number: string, sides: number) => [
    `${number} and its ${sides === 1 ? 'neighbour' : `${sides} neighbours`} on each side`,
    `${number} 及两侧各 ${sides} 个邻号`,
  ],
  pieceValue: ['Value of a piece', '每份金额'],
  pieces: ['What it is made of', '投注组成'],
  noPieces: ['What it is made of will stand here', '投注组成将显示在此'],
  piecesMean: (count: number, piece: string, inHand: string) => [
    `${count === 1 ? '1 piece' : `${count} pieces`} of ${piece}: all are placed, or none. The player has ${inHand} in hand.`,
    `${count} 份，每份 ${piece}：全部下注，否则一份也不下。玩家持有 ${inHand}。`,
  ],
  place: ['Place', '下注'],
  placePieces: (total: string) => [`Place ${total}`, `下注 ${total}`],

  // Chips for money
  buyIn: ['Buy in', '买入'],
  cashOut: ['Cash out', '兑现'],
  repay: ['Repay', '还款'],
  newPlayer: ['New player', '新玩家'],
  sellTitle: ['Sell chips', '售出筹码'],
  sellCreditsTitle: ['Sell credits', '售出点数'],
  cashOutTitle: ['Redeem chips', '兑换筹码'],
  cashOutCreditsTitle: ['Redeem credits', '兑换点数'],
  repayTitle: ['Repay what is owed', '偿还欠款'],
  player: ['Player', '玩家'],
  amount: ['Amount', '金额'],
  amountWrong: ['Type an amount, such as 100 or 12.50', '请输入金额，例如 100 或 12.50'],
  whichChips: ['Which chips', '筹码种类'],
  colour: ['Colour', '颜色'],
  chipValue: ['Value of a chip', '每枚面值'],
  sells: (what: string, player: string) => [
    `${player} pays cash and gets ${what}.`,
    `${player} 支付现金，取得 ${what}。`,
  ],
  redeems: (what: string, player: string) => [
    `${player} hands in ${what} and is paid cash.`,
    `${player} 交回 ${what}，领取现金。`,
  ],
  repays: (amount: string, player: string) => [
    `${amount} of what ${player} has goes to what is owed.`,
    `从 ${player} 的筹码中扣除 ${amount} 偿还欠款。`,
  ],
  colourRule: [
    'The colour is this player’s alone, and its value stays while chips of it are out.',
    '此颜色仅归该玩家，在外期间面值不变。',
  ],
  marker: ['Above the table minimum: set the marker.', '高于台面最低限额：请放置标记。'],

  limitsNotEnforced: ['shown, not enforced', '仅供显示'],
})

/** What an action does, before it is confirmed. */
export const effects = words({
  'round-void': (total: string, players: number) => [
    players === 0
      ? 'The round is void. Nothing was staked.'
      : `The round is void: every stake goes back, ${total} to ${players === 1 ? '1 player' : `${players} players`}.`,
    players === 0 ? '本局作废。没有注码。' : `本局作废：全部注码退回，${players} 位玩家共 ${total}。`,
  ],
  'outcome-stands': [
    'The ball is down: the outcome stands, and the round is settled.',
    '珠子已落定：结果有效，照常结算。',
  ],
  'play-waits': ['Until play is resumed nothing is staked, spun or settled.', '恢复之前不得下注、转珠或结算。'],
  'no-spin-voids': ['If no spin is announced, the round is void.', '若宣布无效，本局作废。'],
  'play-goes-on': ['If not, play goes on when it is resumed.', '否则恢复后继续进行。'],
  'registered-settled': ['Wagers that were registered are in play and settled.', '已登记的注码有效并照常结算。'],
  'not-registered-never-happened': ['Wagers that were not registered never happened.', '未登记的注码视为未下注。'],
  'betting-closes': ['Betting closes: nothing is staked on a round that waits.', '停止下注：待裁定的牌局不接受注码。'],
  'shift-manager-decides': [
    'The round waits until the shift manager decides: void, or settled.',
    '本局等待值班经理裁定：作废或结算。',
  ],
})

/** What a wheel says it does. */
export const wheelStates = words({
  start: ['new game', '新局'],
  'place-your-bets': ['bets open', '下注中'],
  'ball-in-rim': ['ball running', '珠子转动'],
  'no-more-bets': ['no more bets', '停止下注'],
  'winning-number': ['number named', '已报号'],
  closed: ['closed', '已关闭'],
})

/** What a wheel says is wrong with it now. */
export const wheelWarnings = words({
  ballRemoved: ['The ball was taken out', '珠子被取出'],
  ballDirection: ['The ball runs the wrong way', '珠子方向错误'],
  sensor: ['A sensor fails', '传感器故障'],
  launch: ['The ball was not launched well', '发珠不良'],
})
