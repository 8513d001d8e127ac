import { effect, signal } from '@preact/signals'
import type { HouseSign } from '../../wire/floor-service.ts'
import { setCurrency } from '../../words/plain-text.ts'
import { keep, readKeptJson } from '../storage.ts'
import { serviceFor } from './api.ts'

const unknownSign: HouseSign = {
  name: 'Croupier',
  operator: '',
  address: '',
  ticketText: '',
  saferGambling: '',
  shows: { odds: false, hotAndCold: false, stakes: false, lab: false },
  timeZone: 'Asia/Singapore',
  gamingDayStart: '06:00',
  accentColour: '',
  feltColour: '',
  mark: '',
  idle: [],
  reminderMinutes: 0,
  currency: '$',
  version: '',
  digest: '',
  demo: false,
  key: null,
  badges: [],
}

/** The house's own settings for screens: its name, its mark, its clock, its colours. */
export const houseSign = signal<HouseSign>({ ...unknownSign, ...readKeptJson<HouseSign>('house') })

/** Once, when the screens start; until the house answers, what it said the last time. */
export async function followHouseSign(): Promise<void> {
  effect(() => wearColours(houseSign.value))
  effect(() => setCurrency(houseSign.value.currency))
  const reply = await serviceFor().call('GET /api/house')
  if (!reply.ok) return
  houseSign.value = reply.body
  keep('house', JSON.stringify(reply.body))
}

/** Sets the tokens that a house may choose: the colour of what wins, and of the felt. The others follow from them. */
function wearColours({ name, accentColour, feltColour, version, digest }: HouseSign): void {
  const { style } = document.documentElement
  for (const [token, colour] of [
    ['--brass', accentColour],
    ['--felt', feltColour],
  ] as const)
    if (colour === '') style.removeProperty(token)
    else style.setProperty(token, colour)
  document.title = name
  // Every screen names the program (GLI-19 2.6.2), whatever it shows.
  document.body.dataset.program = version === '' ? '' : `Croupier ${version} ${digest}`
}
