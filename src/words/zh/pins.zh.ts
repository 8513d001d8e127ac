import type { Translated } from '../vocabulary.ts'

export const pins: Translated<'pins'> = {
  ownPin: '修改我的密码',
  ownPinDoes: '旧密码失效。此工号在其他地方的登录随即结束；您在此处保持登录。',
  currentPin: '当前密码',
  currentPinWrong: '当前密码错误',
  newPin: '新密码',
  newPinAgain: '再次输入新密码',
  pinsDiffer: '两次输入不一致',
  pinHint: '6 至 12 位数字，不可连号，不可与工号相同',
}
