import { BALL_SPEED, ballAt, LANDING_MS, type Landing } from './wheel-motion.ts'

/** The audio context: that of the speakers, or one that only renders. */
export type Stand = { audio: BaseAudioContext; out: AudioNode }

const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

/** A second of white noise, of which everything that rubs or knocks is cut. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context)
  if (known) return known
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = noise.getChannelData(0)
  let seed = 22_695_477
  for (let at = 0; at < samples.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    samples[at] = seed / 0x3fffffff - 1
  }
  noises.set(context, noise)
  return noise
}

type Tone = { pitch: number; after: number; lasts: number; loud: number; shape?: OscillatorType }

function ring({ audio, out }: Stand, { pitch, after, lasts, loud, shape = 'sine' }: Tone): void {
  const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after]
  tone.type = shape
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loud, at + 0.006)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  tone.connect(volume).connect(out)
  tone.start(at)
  tone.stop(at + lasts)
}

type Knock = { pitch: number; after: number; lasts: number; loud: number; sharp?: number }

/** Ivory on wood or metal: a burst of noise through a narrow filter. */
function knock({ audio, out }: Stand, { pitch, after, lasts, loud, sharp = 6 }: Knock): void {
  const [burst, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()]
  const at = audio.currentTime + after
  burst.buffer = noiseOf(audio)
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = sharp
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  burst.connect(filter).connect(volume).connect(out)
  burst.start(at, (after * 7.3) % 0.7, lasts + 0.02)
}

export const shortSounds = {
  chip: (to: Stand) => {
    knock(to, { pitch: 3_400, after: 0, lasts: 0.035, loud: 0.5, sharp: 9 })
    knock(to, { pitch: 2_600, after: 0.028, lasts: 0.04, loud: 0.32, sharp: 9 })
  },
  refused: (to: Stand) => ring(to, { pitch: 174, after: 0, lasts: 0.22, loud: 0.22, shape: 'triangle' }),
  tick: (to: Stand) => knock(to, { pitch: 1_900, after: 0, lasts: 0.03, loud: 0.35, sharp: 14 }),
  closed: (to: Stand) => {
    ring(to, { pitch: 392, after: 0, lasts: 0.9, loud: 0.16 })
    ring(to, { pitch: 588, after: 0, lasts: 0.6, loud: 0.06 })
  },
} as const

/** Chimes of one chord, more of them and longer the more was won. */
const chord = [523.25, 659.25, 783.99, 1046.5, 1318.5, 1568]
const NOTE_SECONDS = 0.11
const RING_SECONDS = { least: 0.6, more: 0.35 }

/** By how many times the stake: from two soft notes to the whole chord, and above ten times with a deep one below. */
export function winSound(to: Stand, times: number): void {
  const count = times >= 30 ? 6 : times >= 10 ? 5 : times >= 3 ? 4 : times >= 1 ? 3 : 2
  const ends = RING_SECONDS.least + count * RING_SECONDS.more
  for (const [index, pitch] of chord.slice(0, count).entries()) {
    const after = index * NOTE_SECONDS
    ring(to, { pitch, after, lasts: ends - after, loud: 0.14 })
    ring(to, { pitch: pitch * 2.01, after, lasts: 0.5, loud: 0.03 })
  }
  if (times <= 10) return
  for (const pitch of [chord[0]! / 4, chord[0]! / 2, chord[2]! / 4])
    ring(to, { pitch, after: 0, lasts: ends, loud: 0.12 })
}

/** The ball's roar at full speed: the middle of its spectrum, and its loudness. */
const ROAR = { pitch: 640, least: 210, loud: 0.09, sway: 0.035 }

/** The ball in the rim: a roar that turns with it, until it is stopped. */
export function rollingSound({ audio, out }: Stand) {
  const [rub, filter, volume, sway, depth] = [
    audio.createBufferSource(),
    audio.createBiquadFilter(),
    audio.createGain(),
    audio.createOscillator(),
    audio.createGain(),
  ]
  rub.buffer = noiseOf(audio)
  rub.loop = true
  filter.type = 'bandpass'
  filter.frequency.value = ROAR.pitch
  filter.Q.value = 1.1
  // The ball passes once in every turn.
  sway.frequency.value = Math.abs(BALL_SPEED * 1000) / 360
  depth.gain.value = ROAR.sway
  volume.gain.setValueAtTime(0.0001, audio.currentTime)
  volume.gain.linearRampToValueAtTime(ROAR.loud, audio.currentTime + 0.5)
  sway.connect(depth).connect(volume.gain)
  rub.connect(filter).connect(volume).connect(out)
  rub.start()
  sway.start()
  const stop = (): void => {
    const end = audio.currentTime + 0.35
    volume.gain.cancelScheduledValues(audio.currentTime)
    volume.gain.linearRampToValueAtTime(0.0001, end)
    rub.stop(end)
    sway.stop(end)
  }
  return { stop, pitch: filter.frequency, turns: sway.frequency, depth: depth.gain, volume: volume.gain }
}

/** The same motion as is seen: while it falls it crosses frets, and each hop ends on one. */
const heard: Landing = { from: 0, travel: -720, lasts: LANDING_MS, power: 2 }
const FRETS_DEGREES = 9.7
/** The part of the landing in which the ball is still in the rim. */
const LEAVES = 0.46
const SPEED_STEPS = 24

/** The roar sinks as the ball slows, and ends when it leaves the rim; then frets, hops, and the pocket. */
export function landingSound(to: Stand): { stop: () => void } {
  const roar = rollingSound(to)
  const [now, lasts] = [to.audio.currentTime, (LANDING_MS * LEAVES) / 1000]
  const speeds = Array.from({ length: SPEED_STEPS + 1 }, (_, step) => speedAt((step / SPEED_STEPS) * lasts * 1000))
  roar.pitch.setValueCurveAtTime(
    speeds.map((speed) => ROAR.least + (ROAR.pitch - ROAR.least) * speed ** 2),
    now,
    lasts,
  )
  roar.turns.setValueCurveAtTime(
    speeds.map((speed) => (Math.abs(BALL_SPEED * 1000) / 360) * speed),
    now,
    lasts,
  )
  roar.volume.linearRampToValueAtTime(0.0001, now + lasts)
  roar.depth.setValueAtTime(ROAR.sway, now)
  roar.depth.linearRampToValueAtTime(0, now + lasts)
  strikes(to)
  return roar
}

/** The speed of the ball as a share of its initial speed. */
const speedAt = (at: number): number => {
  const way = (from: number) => ballAt(heard, from + 10).angle - ballAt(heard, from).angle
  return way(at) / way(0)
}

function strikes(to: Stand): void {
  let [before, wasUp] = [0, true]
  for (let at = 0; at <= LANDING_MS; at += 10) {
    const { angle, height, hop } = ballAt(heard, at)
    const fret = Math.floor(-angle / FRETS_DEGREES)
    const isDown = height - hop <= 0.05 && hop < 0.04
    const after = at / 1000
    if (height < 0.9 && isDown && fret !== before) knock(to, { pitch: 2_100, after, lasts: 0.03, loud: 0.25, sharp: 8 })
    if (isDown && wasUp && at > 0 && height < 0.5) knock(to, { pitch: 1_500, after, lasts: 0.06, loud: 0.7, sharp: 5 })
    before = fret
    wasUp = !isDown
  }
  knock(to, { pitch: 900, after: LANDING_MS / 1000, lasts: 0.12, loud: 0.6, sharp: 3 })
}
