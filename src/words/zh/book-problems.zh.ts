import type { AskedValue, WantedType } from '../../engine/problem-facts.ts'
import type { Translated } from '../vocabulary.ts'
import { schemaTexts } from './book-schema.zh.ts'

const A_BOOK = '一份 JSON 规则文件'
const aPocket = 'wheel.pockets 中的号码槽'

const listed = (words: readonly string[]): string => words.join('、')
const oneOf = (words: readonly string[]): string => `以下之一：${listed(words)}`

/** Descriptions of the schema that end alike have their ending translated once. */
const endings = { ', by its clause': '（写出条款号）', ', in cents': '（以分为单位）' }

/** Translates a description of the schema. One that is not known stays as it is. */
function described(description: string): string {
  const [ending, text] = Object.entries(endings).find(([end]) => description.endsWith(end)) ?? ['', '']
  const known = schemaTexts[description.slice(0, description.length - ending.length)]
  return known === undefined ? description : known + text
}

function valueAsked({ description, words, range }: AskedValue): string {
  const parts = [described(description), words && oneOf(words), range && `${range[0]} 至 ${range[1]} 的整数`]
  return parts.filter(Boolean).join('；')
}

const formAsked = ({ description, words }: AskedValue, tag: string): string =>
  `${described(description)}；${tag} 为${oneOf(words!)}`

const countAsked = (asked: AskedValue, least: number, most: number): string =>
  `${valueAsked(asked)}；数目为 ${least} 至 ${most}`

const types = {
  object: '对象',
  list: '列表',
  text: '文本',
  number: '数字',
  boolean: ' true 或 false',
  null: ' null',
} satisfies Record<WantedType, string>
const kinds = { ...types, undefined: ' undefined', true: ' true', false: ' false', 'no-json': '非 JSON 的值' }

export const bookProblems: Translated<'bookProblems'> = {
  'too-long': ({ most }) => ['过长', `最多 ${most} 字节`],
  'too-deep': ({ most }) => ['嵌套过深', `最多 ${most} 层`],
  empty: () => ['是空的', A_BOOK],
  'not-utf8': () => ['不是 UTF-8 编码', `${A_BOOK}，UTF-8 编码`],
  'not-json': ({ place }) => [`不是 JSON${place ? `（第 ${place.line} 行第 ${place.column} 列）` : ''}`, A_BOOK],
  'doubled-field': () => ['出现两次', '同一对象中每个名称只出现一次'],
  'damaged-link': () => ['链接已损坏或过长', '实验室生成的完整链接'],
  unreadable: () => ['无法读取', '拖放后未改动或移动的文件：请再次拖放'],
  'check-too-slow': ({ seconds }) => ['检查时间过长', `最多 ${seconds} 秒`],
  'check-failed': ({ why }) => [`无法检查：${why}`, A_BOOK],

  missing: ({ asked }) => ['缺失', valueAsked(asked)],
  'wrong-type': ({ is, wanted, asked }) => [`是${kinds[is]}，应为${types[wanted]}`, valueAsked(asked)],
  'wrong-value': ({ value, asked }) => [`不能是 ${value}`, valueAsked(asked)],
  'not-whole': ({ value, asked }) => [`${value} 不是整数`, valueAsked(asked)],
  'item-count': ({ count, least, most, asked }) => [`有 ${count} 项`, countAsked(asked, least, most)],
  'name-count': ({ count, least, most, asked }) => [`有 ${count} 个名称`, countAsked(asked, least, most)],
  'wrong-name': ({ asked }) => ['不是此处可用的名称', valueAsked(asked)],
  'unknown-field': ({ known }) => ['此处没有这个字段', oneOf(known)],
  'unknown-form': ({ tag, asked }) => [`没有已知的 ${tag}`, formAsked(asked, tag)],
  'no-form': ({ is, tag, asked }) => [`是${kinds[is]}，应为对象`, formAsked(asked, tag)],

  repeated: ({ name }) => [`${name} 出现两次`, '各出现一次'],
  'repeated-kind': ({ name }) => [`${name} 出现两次`, '每种注型一行'],
  'repeated-colour': ({ name }) => [`${name} 有两种颜色`, '各一种颜色'],
  'repeated-link': ({ name }) => [`${name} 属于两个组`, '各属一个组'],
  'repeated-print': ({ name }) => [`${name} 印了两次`, '各印一次'],
  'repeated-spot': ({ name }) => [`${name} 是两个位置`, '每个位置只列一次：由网格、zeroArea 或 sections 给出'],
  'repeated-piece': ({ name }) => [`${name} 在一个组合投注中出现两次`, '合为一行，增加份数'],
  'repeated-cover': ({ name, spot }) => [`${spot} 两次覆盖 ${name}`, '各覆盖一次'],
  'not-in-pockets': ({ name }) => [`${name} 不在 wheel.pockets 中`, aPocket],
  'not-on-wheel': ({ name }) => [`${name} 不在轮盘上`, aPocket],
  'cover-not-on-wheel': ({ name, spot }) => [`${spot} 覆盖的 ${name} 不在轮盘上`, aPocket],
  'not-in-order': ({ name }) => [`缺少 ${name}`, 'wheel.pockets 的每个号码槽'],
  'without-colour': ({ name }) => [`${name} 没有颜色`, '每个号码槽都在 red、black 或 green 中'],
  'unknown-irregularity': ({ name, known }) => [`${name} 不是此规则的异常情况`, oneOf(known)],
  'unknown-kind': ({ name, known }) => [`${name} 不是此规则的注型`, oneOf(known)],
  'not-in-pay-table': ({ name, known }) => [`赔率表中没有注型 ${name}`, oneOf(known)],
  'not-a-covering-kind': ({ name }) => [`${name} 不是按覆盖的号码取胜的注型`, 'layouts 中 wins 为 covered 的注型'],
  'kind-without-spot': ({ name }) => [`${name} 没有位置`, '为该注型写 grid，或在 zeroArea、sections 中列出位置'],
  'printed-without-spot': ({ name }) => [`${name} 已印出，却不是位置`, '一个位置'],
  'unknown-spot': ({ name }) => [`${name} 不是位置`, '版面上的位置'],
  'number-without-spot': ({ name }) => [`${name} 不是位置`, '投注单个号码的注型'],

  'version-differs': ({ version }) => ['与 id 中的版本不同', `${version}，与 id 相同`],
  'irregularity-missing': ({ name, needed }) => [`缺少 ${name}，而转珠可能出现此情况`, `各写一行：${listed(needed)}`],
  'code-of-decision': ({ name }) => [`${name} 表示值班经理的裁定`, '另一个代码'],
  'limits-crossed': () => ['最低限额高于最高限额', '最低限额不高于最高限额'],
  'payout-too-low': ({ kind, wins }) => [
    `${kind} 按最高限额可赢 ${wins}`,
    `${wins} 或更多，或降低最高限额：否则单注不能全额赔付`,
  ],
  'halved-and-imprisoned': ({ name }) => [
    `${name} 在同一号码槽上已按 rules.partage 退回一半`,
    '只用 la partage 或 en prison 之一',
  ],
  'every-pocket-imprisons': () => ['包含所有号码槽，永远不能决定输赢', '轮盘的零号'],
  'prison-beside-bonus': () => ['不能与 rules.bonus 同时使用', '不设奖号'],
  'covers-its-prison': ({ spot }) => [`${spot} 覆盖了监禁它的号码槽`, '其位置不覆盖 rules.enPrison.pockets 的注型'],
  'bonus-missing': () => ['是 null，而有注码取决于奖号', '设奖号抽取'],
  'more-than-wheel': ({ most }) => ['多于轮盘所有', `最多 ${most}`],

  'kind-of-numbers': ({ name }) => [`${name} 每个号码一个位置，没有其他位置`, 'grid 不是 number 的注型'],
  'misnamed-spot': ({ name, spot }) => [`${spot} 的名称与覆盖的号码不符`, `${name}，按 wheel.pockets 的顺序`],
  'uneven-rows': () => ['各行长度不同', '长度相同的行'],
  'covers-nothing': ({ spot, wins }) => [`${spot} 按 ${wins} 取胜`, '它覆盖的号码槽'],
  'covers-with-draw': ({ spot, wins }) => [`${spot} 按 ${wins} 取胜`, '不写号码槽：由奖号决定'],
  'colour-covers-others': ({ spot, own }) => [`${spot} 覆盖了别的号码槽`, listed(own)],
  'areas-overlap': ({ spots: [one, other] }) => [`${one} 与 ${other} 重叠`, '并列的区域'],
  'split-apart': ({ spot }) => [`${spot} 的号码不相邻`, '相邻的两个号码，或在 places 中写明位置'],
  'without-place': ({ spot }) => [`${spot} 没有放筹码之处`, '一个区域，或 places 中的一处'],
  'same-place': ({ spots }) => [`${listed(spots)} 在同一处`, '各有其处'],
  'offer-without-terminal': () => ['几组投注中有一组未写 terminal', '每组各写一种终端，或所有赌台共用一组'],
  'sides-crossed': ({ most }) => ['大于 sidesMax', `最多 ${most}`],
  'player-edge': ({ spot, edge, returns }) => [`${spot} 使玩家占优 ${edge}：回报 ${returns}`, '较低的赔率'],

  'unlisted-clause': ({ name }) => [
    `引用了 ${name}，却未列出`,
    'texts.en.clauses 或 appendices 中的条款，或 reading N',
  ],
  'text-missing': () => ['缺失', '一段文本：否则读者看到的是代码'],
  'text-of-nothing': () => ['与此规则中的任何事物都不对应', '此规则中的名称'],
  'translation-missing': ({ names }) => [
    `缺少 ${names.length} 项：${listed(names.slice(0, 5))}${names.length > 5 ? '……' : ''}`,
    '各一段文本；缺少时显示英文',
  ],
  'translation-of-nothing': () => ['没有对应的英文', '英文文本中的名称'],
}
