import './top-bar.css'
import { languages } from '../../words/languages.ts'
import { common } from '../words/common.ts'
import { chooseLanguage, nextLanguage } from '../words/speech.ts'
import { Button } from './controls.tsx'
import { houseSign } from './house-sign.ts'
import { LanguageIcon, MuteIcon, SoundIcon } from './icons.tsx'
import { hasSound, loudness } from './sound.ts'

export function LanguageButton() {
  const next = nextLanguage.value
  return (
    <Button look="quiet" size="small" isIcon onPress={() => void chooseLanguage(next)} label={languages[next].name}>
      <LanguageIcon size={20} />
    </Button>
  )
}

/** The mark of the house, or the screens' own. */
export const HouseMark = ({ size }: { size: number }) => (
  <img class="house-mark" src={houseSign.value.mark || '/icon.svg'} alt="" width={size} height={size} />
)

/** One button for the volume: off, soft, as usual, loud, and off again. */
const volumes = [0.35, 0.65, 1]

export function SoundButton() {
  const isOn = hasSound.value
  const louder = volumes.find((volume) => volume > loudness.value + 0.01)
  const press = () => {
    hasSound.value = !isOn || louder !== undefined
    loudness.value = isOn ? (louder ?? volumes[0]!) : volumes[0]!
  }
  const label = !isOn ? common.soundOn : louder === undefined ? common.soundOff : common.soundLouder
  return (
    <Button look="quiet" size="small" isIcon onPress={press} label={label}>
      {isOn ? <SoundIcon size={20} waves={volumes.indexOf(loudness.value) + 1} /> : <MuteIcon size={20} />}
    </Button>
  )
}
