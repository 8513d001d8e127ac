import { signal } from '@preact/signals'
import type { HouseSign } from '../../wire/floor-service.ts'
import { keep, readKeptJson } from '../storage.ts'
import { serviceFor } from './api.ts'

const unknownSign: HouseSign = {
  name: 'Croupier',
  timeZone: 'Asia/Singapore',
  accentColour: '',
  feltColour: '',
  reminderMinutes: 0,
  demo: false,
  key: null,
}

/** The house's own settings for screens: its name, its clock, its colours. */
export const houseSign = signal<HouseSign>(readKeptJson<HouseSign>('house') ?? unknownSign)

/** Once, when the screens start; until the house answers, what it said the last time. */
export async function followHouseSign(): Promise<void> {
  const reply = await serviceFor().call('GET /api/house')
  if (!reply.ok) return
  houseSign.value = reply.body
  keep('house', JSON.stringify(reply.body))
}
