import { effect, signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'
import { language } from '../words/speech.ts'
import { BALL_SPEED, ballAt, LANDING_MS, type Landing } from './wheel-motion.ts'

/** Sound is optional, and off until somebody wants it; staff's screens have none. Loud from 0 to 1. */
export const hasSound = signal(readKept('sound') === 'on')
export const loudness = signal(Number(readKept('loudness') ?? 0.6))
effect(() => keep('sound', hasSound.value ? 'on' : null))
effect(() => keep('loudness', String(loudness.value)))

let audio: AudioContext | null = null
let master: GainNode | null = null
let noise: AudioBuffer | null = null

/** Made when it is first wanted: browsers give none before somebody has pressed something. */
function opened(): { audio: AudioContext; out: GainNode } | null {
  if (!hasSound.peek() || typeof AudioContext === 'undefined') return null
  audio ??= new AudioContext()
  if (!master) {
    master = audio.createGain()
    master.connect(audio.destination)
  }
  void audio.resume()
  master.gain.value = loudness.peek() ** 2
  return { audio, out: master }
}

/** A second of white noise, of which everything that rubs or knocks is cut. */
function noiseOf(context: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = noise.getChannelData(0)
  let seed = 22_695_477
  for (let at = 0; at < samples.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    samples[at] = seed / 0x3fffffff - 1
  }
  return noise
}

type Tone = { pitch: number; after: number; lasts: number; loud: number; shape?: OscillatorType }

function ring({ pitch, after, lasts, loud, shape = 'sine' }: Tone): void {
  const to = opened()
  if (!to) return
  const [tone, volume, at] = [to.audio.createOscillator(), to.audio.createGain(), to.audio.currentTime + after]
  tone.type = shape
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loud, at + 0.006)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  tone.connect(volume).connect(to.out)
  tone.start(at)
  tone.stop(at + lasts)
}

type Knock = { pitch: number; after: number; lasts: number; loud: number; sharp?: number }

/** Ivory on wood or metal: a burst of noise through a narrow filter. */
function knock({ pitch, after, lasts, loud, sharp = 6 }: Knock): void {
  const to = opened()
  if (!to) return
  const [burst, filter, volume] = [to.audio.createBufferSource(), to.audio.createBiquadFilter(), to.audio.createGain()]
  const at = to.audio.currentTime + after
  burst.buffer = noiseOf(to.audio)
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = sharp
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  burst.connect(filter).connect(volume).connect(to.out)
  burst.start(at, (after * 7.3) % 0.7, lasts + 0.02)
}

/** Chimes of one chord, more of them the more was won. */
const chord = [523.25, 659.25, 783.99, 1046.5, 1318.5, 1568]

const sounds = {
  chip: () => {
    knock({ pitch: 3_400, after: 0, lasts: 0.035, loud: 0.5, sharp: 9 })
    knock({ pitch: 2_600, after: 0.028, lasts: 0.04, loud: 0.32, sharp: 9 })
  },
  refused: () => ring({ pitch: 174, after: 0, lasts: 0.22, loud: 0.22, shape: 'triangle' }),
  tick: () => knock({ pitch: 1_900, after: 0, lasts: 0.03, loud: 0.35, sharp: 14 }),
  closed: () => {
    ring({ pitch: 392, after: 0, lasts: 0.9, loud: 0.16 })
    ring({ pitch: 588, after: 0, lasts: 0.6, loud: 0.06 })
  },
} as const

export const play = (name: keyof typeof sounds): void => sounds[name]()

/** By how many times the stake: from two soft notes to the whole chord. */
export function playWin(times: number): void {
  const count = times >= 30 ? 6 : times >= 10 ? 5 : times >= 3 ? 4 : times >= 1 ? 3 : 2
  for (const [index, pitch] of chord.slice(0, count).entries()) {
    ring({ pitch, after: index * 0.11, lasts: 1.4 - index * 0.1, loud: 0.16 })
    ring({ pitch: pitch * 2.01, after: index * 0.11, lasts: 0.5, loud: 0.035 })
  }
}

/** The ball in the rim: a roar that turns with it, until it is told to stop. */
export function playRolling(): () => void {
  const to = opened()
  if (!to) return () => {}
  const [rub, filter, volume, sway, depth] = [
    to.audio.createBufferSource(),
    to.audio.createBiquadFilter(),
    to.audio.createGain(),
    to.audio.createOscillator(),
    to.audio.createGain(),
  ]
  rub.buffer = noiseOf(to.audio)
  rub.loop = true
  filter.type = 'bandpass'
  filter.frequency.value = 640
  filter.Q.value = 1.1
  // Once a turn the ball comes by.
  sway.frequency.value = Math.abs(BALL_SPEED * 1000) / 360
  depth.gain.value = 0.035
  volume.gain.setValueAtTime(0.0001, to.audio.currentTime)
  volume.gain.linearRampToValueAtTime(0.09, to.audio.currentTime + 0.5)
  sway.connect(depth).connect(volume.gain)
  rub.connect(filter).connect(volume).connect(to.out)
  rub.start()
  sway.start()
  return () => {
    const end = to.audio.currentTime + 0.35
    volume.gain.cancelScheduledValues(to.audio.currentTime)
    volume.gain.linearRampToValueAtTime(0.0001, end)
    rub.stop(end)
    sway.stop(end)
  }
}

/** The same motion as is seen: while it falls it crosses frets, and each hop ends on one. */
const heard: Landing = { from: 0, travel: -720, lasts: LANDING_MS, power: 2 }
const FRETS_DEGREES = 9.7

export function playLanding(): void {
  let [before, wasUp] = [0, true]
  for (let at = 0; at <= LANDING_MS; at += 10) {
    const { angle, height, hop } = ballAt(heard, at)
    const fret = Math.floor(-angle / FRETS_DEGREES)
    const isDown = height - hop <= 0.05 && hop < 0.04
    const after = at / 1000
    if (height < 0.9 && isDown && fret !== before) knock({ pitch: 2_100, after, lasts: 0.03, loud: 0.25, sharp: 8 })
    if (isDown && wasUp && at > 0 && height < 0.5) knock({ pitch: 1_500, after, lasts: 0.06, loud: 0.7, sharp: 5 })
    before = fret
    wasUp = !isDown
  }
  knock({ pitch: 900, after: LANDING_MS / 1000, lasts: 0.12, loud: 0.6, sharp: 3 })
}

/** What a croupier calls, where the browser has a voice for the language. */
export function call(text: string): void {
  const voices = globalThis.speechSynthesis
  if (!hasSound.peek() || !voices) return
  const tongue = language.peek() === 'zh' ? 'zh' : 'en'
  const voice = voices.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(tongue))
  if (!voice) return
  const said = new SpeechSynthesisUtterance(text)
  said.voice = voice
  said.lang = voice.lang
  said.volume = loudness.peek()
  voices.cancel()
  voices.speak(said)
}
