import './top-bar.css'
import { languages } from '../../words/languages.ts'
import { common } from '../words/common.ts'
import { choose, nextLanguage } from '../words/speech.ts'
import { Button } from './controls.tsx'
import { LanguageIcon, MuteIcon, SoundIcon } from './icons.tsx'
import { hasSound } from './sound.ts'

export function LanguageButton() {
  const next = nextLanguage.value
  return (
    <Button look="quiet" size="small" isIcon onPress={() => void choose(next)} label={languages[next].name}>
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
