import type { Translated } from '../vocabulary.ts'
import { spaced } from './grammar.zh.ts'

export const alarms: Translated<'alarms'> = {
  'house-stopped': (why) => `全场记录已停止：${why}`,
  'tickets-stopped': (why) => `票券记录已停止：${why}`,
  'table-stopped': (why) => `赌台已停止：${why}`,
  'house-restored': '全场记录已从日志恢复',
  'tickets-restored': '票券记录已从日志恢复',
  'table-restored': '赌台已从日志恢复',
  'table-damaged': (why) => `赌台不能开启：${why}`,
  'journal-lost': (why) => `已无法记录：${why}。请正常停止服务`,
  'journal-found': '日志文件已恢复原位',
  'clock-set': (from, to) => `时钟由 ${from} 调整为 ${to}`,
  'clock-out-of-range': (wall, house) => `本机时钟为 ${wall}，无法记录；服务按 ${house} 继续运行，请校正时钟`,
  'clocks-apart': (node, wall, store, house) =>
    `时钟不一致：节点 ${node} 为 ${wall}，数据库为 ${store}；该节点按 ${house} 继续运行，请校正有误的时钟`,
  'wrong-pins': (count, from) => `一小时内有 ${count} 次密码错误，多数来自 ${from}`,
  'draw-secret-lost': (round) => `没有密钥可解开第 ${round} 局的密值：奖号无法抽出，请放回密钥文件，否则请报告奖号未亮`,
  'void-after-draw': (round, who) => spaced`${who}在奖号抽出后将第 ${round} 局作废`,
  'step-failed': (step, why) => `${step}：${why}。系统会重试`,
  'draw-bonus-numbers': '奖号未能抽出',
  'close-terminals': '本局结束后终端未能关闭',
  'set-planned-limits': '预定的限额未能生效',
  'give-notices': '给玩家的通知未能记录',
  'save-snapshot': '快照未能保存，下次启动将需要更长时间',
  'renew-leases': '本节点无法续租，其赌台将转到其他节点',
  'table-moved': (node, why) => `赌台现由节点 ${node} 运行：${why}`,
  'given-up': '原节点已交出',
  'node-silent': '原节点失去联系',
  'lease-lost': (node) => `节点 ${node} 已交出赌台：未记录的操作均未执行`,
  'node-gone': (node) => `节点 ${node} 已失联，其赌台由其他节点接管`,
  'link-lost': (node, peer) =>
    `节点 ${node} 无法连接节点 ${peer}，而两者均在运行。请检查两者之间的网络以及节点地址的设置`,
  'link-found': (node, peer) => `节点 ${node} 与节点 ${peer} 的连接问题已解除`,
  'signing-stopped': (why) => `记录已停止签名：${why}`,
  'signing-resumed': '记录已恢复签名',
  'witness-refused': (witness, why) => `见证方${witness}拒绝签署记录：${why}`,
  'witness-silent': (witness, why) => `见证方${witness}没有应答：${why}`,
  'witness-heard': (witness) => `见证方${witness}已恢复签署`,
  'wheel-fault': (fault) => `轮盘：${fault}`,
}

export const faults: Translated<'faults'> = {
  unreadable: '收到无法读取的数据',
  'line-too-long': '数据行没有结束',
  'wheel-error': '轮盘报告错误',
  silence: '轮盘没有信号',
  'out-of-order': '数据行次序不符，已略过',
  'joined-in-game': '首次收到轮盘信号时一局已在进行',
  sensor: '轨道传感器、马达或编码器故障：请人工报号和作废',
  'sensor-stuck': '传感器持续故障，请检修轮盘',
  'rotor-speed': '转子过慢或过快',
  'rotor-unchanged': '转子方向一直未变',
  pace: '一小时内转珠次数过多',
  'rotor-still': '珠子在轨道上而轮盘静止',
  'ball-not-seen': '珠子减速，但未在轨道上测到',
  'number-missing': '轮盘报告珠子落定，但没有号码',
  'number-not-on-wheel': '号码不在本规则的轮盘上',
  'number-out-of-place': '收到号码，但没有珠子在转',
  'number-without-ball': '收到号码，但轨道上未测到珠子：请人工报号',
  'number-not-borne-out': '收到号码，但珠子仍在转',
  'number-not-played': '号码属于没有结果的一局',
  'numbers-differ': '轮盘对同一局报出不同号码：由监场裁定',
  'result-lost': '轮盘已结束该局但没有结果：请人工结束',
  'round-not-concluded': '轮盘已开新局，而上一局尚未结束',
  'game-not-opened': '珠子在转，但没有开局',
  'not-in-this-book': '规则没有与轮盘所报对应的操作：请人工决定',
}

export const lineFaults: Translated<'lineFaults'> = {
  'connection-closed': (where) => spaced`${where}被对方关闭`,
  'connection-lost': (where, why) => spaced`${where}连接中断：${why}`,
  'reading-failed': (why) => `线路无法继续读取：${why}`,
  'command-refused': (command, reason) => `轮盘的指令被拒绝（${command}）：${reason}`,
  'more-faults': (count, seconds) => `${seconds} 秒内另有 ${count} 项故障`,
}

export const machineFaults: Translated<'machineFaults'> = {
  full: '磁盘已满',
  unwritable: '磁盘无法写入',
  broken: '磁盘报告故障',
  forbidden: '服务无权打开其文件',
  absent: '该地址无应答',
  late: '未及时应答',
  unnamed: '网络中找不到该名称',
  cut: '连接已中断',
  ahead: '有记录的时间远超数据库时钟，请停止所有节点，再运行 croupier nodes correct-clock',
}

export const faultNotes: Translated<'faultNotes'> = {
  code: (fault, code) => `${fault}（见其手册第 ${code} 号）`,
  game: (fault, game) => `${fault}（第 ${game} 局）`,
  detail: (fault, detail) => `${fault}：${detail}`,
}
