import './top-bar.css'
import { common } from '../words/common.ts'
import { Button } from './controls.tsx'
import { LanguageIcon, MuteIcon, SoundIcon } from './icons.tsx'
import { language } from './language.ts'
import { hasSound } from './sound.ts'

export function LanguageButton() {
  const other = () => {
    language.value = language.value === 'en' ? 'zh' : 'en'
  }
  return (
    <Button look="quiet" size="small" isIcon onPress={other} label={common.languageLabel}>
      <LanguageIcon size={20} />
    </Button>
  )
}

export function SoundButton() {
  const isOn = hasSound.value
  const toggle = () => {
    hasSound.value = !isOn
  }
  return (
    <Button look="quiet" size="small" isIcon onPress={toggle} label={isOn ? common.soundOff : common.soundOn}>
      {isOn ? <SoundIcon size={20} /> : <MuteIcon size={20} />}
    </Button>
  )
}
