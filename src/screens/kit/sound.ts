import { effect, signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'

/** Sound is optional, and off until somebody wants it. */
export const hasSound = signal(readKept('sound') === 'on')
effect(() => keep('sound', hasSound.value ? 'on' : null))

// biome-ignore format: a table is read down its columns
const sounds = {
  chip:   [{ pitch: 2400, lasts: 0.03, loud: 0.05 }, { pitch: 3100, lasts: 0.025, loud: 0.03 }],
  closed: [{ pitch: 392, lasts: 0.14, loud: 0.05 }],
  win:    [{ pitch: 523, lasts: 0.12, loud: 0.05 }, { pitch: 659, lasts: 0.12, loud: 0.05 }, { pitch: 784, lasts: 0.22, loud: 0.05 }],
  refused: [{ pitch: 196, lasts: 0.12, loud: 0.05 }],
} as const

let audio: AudioContext | null = null

export function play(name: keyof typeof sounds): void {
  if (!hasSound.peek()) return
  audio ??= new AudioContext()
  let at = audio.currentTime
  for (const { pitch, lasts, loud } of sounds[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(loud, at)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + lasts)
    at += lasts * 0.8
  }
}
