import type { Translated } from '../vocabulary.ts'
import { spaced } from './grammar.zh.ts'

// biome-ignore format: a table is read down its columns
const areas: Readonly<Record<string, string>> = {
  'dozen-1': '第一打', 'dozen-2': '第二打', 'dozen-3': '第三打', 'odd': '单', 'even': '双', 'column-1': '1 赔 2', 'column-2': '1 赔 2',
  'column-3': '1 赔 2', 'green': '绿', 'bonus-win': '奖号赢', 'super-bonus-win': '超级奖号赢', 'scatter-bonus': '散布奖',
}

// biome-ignore format: a table is read down its columns
export const nouns = {
  roles: {
    'player':         '玩家',
    'dealer':         '荷官',
    'pit-supervisor': '监场',
    'pit-manager':    '场务经理',
    'shift-manager':  '值班经理',
    'auditor':        '审计员',
    'administrator':  '管理员',
    'system':         '随机数发生器',
  },
  kinds: {
    'straight-up':     '直注',
    'split':           '分注',
    'street':          '街注',
    'corner':          '角注',
    'six-line':        '线注',
    'line':            '线注',
    'top-line':        '首线注',
    'column':          '列注',
    'dozen':           '打注',
    'low':             '小',
    'high':            '大',
    'odd':             '单',
    'even':            '双',
    'red':             '红',
    'black':           '黑',
    'green':           '绿',
    'bonus-win':       '奖号赢',
    'super-bonus-win': '超级奖号赢',
    'scatter-bonus':   '散布奖',
  },
  nth: (kind, nth) => `第${'一二三'[Number(nth) - 1] ?? nth}${kind}`,
  number: (pocket) => `号码 ${pocket}`,
  areaLabel: (spot, label) => areas[spot] ?? label,
  bets: {
    'neighbours':   '邻号',
    'tiers':        '三分区',
    'orphelins':    '孤儿区',
    'orphans':      '孤儿区',
    'zero-spiel':   '零区',
    'finales':      '尾数',
    'grand-series': '大系列',
    'big-series':   '大系列',
    'small-series': '小系列',
  },
  colours: { red: '红', black: '黑', green: '绿' },
  chipColours: {
    blue: '蓝色', yellow: '黄色', pink: '粉色', orange: '橙色', purple: '紫色', turquoise: '青色', lime: '黄绿色', brown: '棕色',
    white: '白色', grey: '灰色', red: '红色', black: '黑色', green: '绿色', gold: '金色', violet: '紫罗兰色',
  },
  money: { chips: '现金筹码', credits: '点数' },
  colourChips: '彩色筹码',
  chipsOf: (colour) => spaced`${colour}筹码`,
  chipsCount: (count, colour) => spaced`${count} 枚${colour ?? '彩色'}筹码`,
  lit: { 'bonus': '奖号', 'super-bonus': '超级奖号' },
  results: { won: '赢', lost: '输', returned: '退回' },
  odds: (pays) => `1 赔 ${pays}`,
  range: (min, max) => `${min} 至 ${max}`,
  outside: { 'under-minimum': '低于最低限额', 'over-maximum': '高于最高限额' },
  rulings: { stands: '原位有效', returned: '退回玩家' },
  motions: { 'clockwise': '顺时针', 'anticlockwise': '逆时针', 'still': '静止', 'moving': '转动中', 'at-rest': '已落定' },
  homes: { value: '规则数值', engine: '引擎', service: '服务', screen: '界面', outside: '软件之外' },
  voids: {
    decision: '由值班经理裁定',
  },
} satisfies Translated<'nouns'>
