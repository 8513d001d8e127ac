import { effect, signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'
import { language } from '../words/speech.ts'
import type * as Score from './sound-score.ts'

/** Sound is optional and off by default; staff's screens have none. Loudness is from 0 to 1. */
export const hasSound = signal(readKept('sound') === 'on')
export const loudness = signal(Number(readKept('loudness') ?? 0.6))
effect(() => keep('sound', hasSound.value ? 'on' : null))
effect(() => keep('loudness', String(loudness.value)))

let score: typeof Score | null = null
/** Loaded when sound is turned on. */
effect(() => {
  if (hasSound.value && !score)
    void import('./sound-score.ts').then((fetched) => {
      score = fetched
    })
})

/**
 * Browsers load their voices on the first request, and have none until then, so they are requested when sound is turned
 * on.
 */
effect(() => {
  if (hasSound.value) globalThis.speechSynthesis?.getVoices()
})

let audio: AudioContext | null = null
let master: GainNode | null = null

/** Created on first use: browsers allow no sound before a press. */
function opened(): { to: Score.Stand; sounds: typeof Score } | null {
  if (!hasSound.peek() || !score || typeof AudioContext === 'undefined') return null
  audio ??= new AudioContext()
  if (!master) {
    master = audio.createGain()
    master.connect(audio.destination)
  }
  void audio.resume()
  // Half the perceived loudness is a quarter of the amplitude.
  master.gain.value = loudness.peek() ** 2
  return { to: { audio, out: master }, sounds: score }
}

export function play(name: keyof typeof Score.shortSounds): void {
  const at = opened()
  at?.sounds.shortSounds[name](at.to)
}

export function playWin(times: number): void {
  const at = opened()
  at?.sounds.winSound(at.to, times)
}

const silence = (): void => {}

/** The ball in the rim, until it is stopped. */
export function playRolling(): () => void {
  const at = opened()
  return at?.sounds.rollingSound(at.to).stop ?? silence
}

/** From the moment it slows until it rests in the pocket. */
export function playLanding(): () => void {
  const at = opened()
  return at?.sounds.landingSound(at.to).stop ?? silence
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>

/** The nearest voice for a language: first the region of this machine, then a voice on this machine. */
export function voiceFor<V extends Voice>(voices: readonly V[], tongue: string): V | undefined {
  const nearest = tongue === 'zh' ? /^(zh|cmn)[-_]?(cn|sg|hans)?\b/i : /^en[-_]?(sg|gb)?\b/i
  const able = voices.filter(({ lang }) => (tongue === 'zh' ? /^(zh|cmn)/i : /^en/i).test(lang))
  const rank = (voice: V) => Number(nearest.exec(voice.lang)?.[0] === voice.lang) * 2 + Number(voice.localService)
  return able.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** The croupier's calls, where the browser has a voice for the language. */
export function speakCall(text: string): void {
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
