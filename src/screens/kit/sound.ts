import { effect, signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'
import { language } from '../words/speech.ts'
import { landingSound, rollingSound, type Stand, shortSounds, winSound } from './sound-score.ts'

/** Sound is optional, and off until somebody wants it; staff's screens have none. Loud from 0 to 1. */
export const hasSound = signal(readKept('sound') === 'on')
export const loudness = signal(Number(readKept('loudness') ?? 0.6))
effect(() => keep('sound', hasSound.value ? 'on' : null))
effect(() => keep('loudness', String(loudness.value)))

let audio: AudioContext | null = null
let master: GainNode | null = null

/** Made when it is first wanted: browsers give none before somebody has pressed something. */
function opened(): Stand | null {
  if (!hasSound.peek() || typeof AudioContext === 'undefined') return null
  audio ??= new AudioContext()
  if (!master) {
    master = audio.createGain()
    master.connect(audio.destination)
  }
  void audio.resume()
  // What is heard as half as loud is a quarter.
  master.gain.value = loudness.peek() ** 2
  return { audio, out: master }
}

export function play(name: keyof typeof shortSounds): void {
  const to = opened()
  if (to) shortSounds[name](to)
}

export function playWin(times: number): void {
  const to = opened()
  if (to) winSound(to, times)
}

const silence = (): void => {}

/** The ball in the rim, until it is told to stop. */
export function playRolling(): () => void {
  const to = opened()
  return to ? rollingSound(to).stop : silence
}

/** From when it slows until it lies in the pocket. */
export function playLanding(): () => void {
  const to = opened()
  return to ? landingSound(to).stop : silence
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>

/** Of the voices for a language, the nearest: where it is spoken here, on this machine. */
export function voiceFor<V extends Voice>(voices: readonly V[], tongue: string): V | undefined {
  const nearest = tongue === 'zh' ? /^(zh|cmn)[-_]?(cn|sg|hans)?\b/i : /^en[-_]?(sg|gb)?\b/i
  const able = voices.filter(({ lang }) => (tongue === 'zh' ? /^(zh|cmn)/i : /^en/i).test(lang))
  const rank = (voice: V) => Number(nearest.exec(voice.lang)?.[0] === voice.lang) * 2 + Number(voice.localService)
  return able.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** What a croupier calls, where the browser has a voice for the language. */
export function call(text: string): void {
  const voices = globalThis.speechSynthesis
  if (!hasSound.peek() || !voices) return
  const voice = voiceFor(voices.getVoices(), language.peek())
  if (!voice) return
  const said = new SpeechSynthesisUtterance(text)
  said.voice = voice
  said.lang = voice.lang
  said.volume = loudness.peek()
  voices.cancel()
  voices.speak(said)
}
