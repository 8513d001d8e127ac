import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { apiInMemory } from '../../../test/support/http.ts'
import { freshPlace, must, quietService, seatAt, staffOf, turns } from '../../../test/support/service.ts'
import { writeStatus } from '../../wheel/wheel-line.ts'
import { markBackup } from '../backup-mark.ts'

/** The metrics that operators collect, from a house in play. */

const promtool = spawnSync('promtool', ['--version'])
const withoutPromtool = promtool.error ? 'promtool is not installed here (Debian: prometheus)' : ''

/** The samples of a metric, by their labels. */
function samplesIn(body: string, name: string): Record<string, number> {
  const lines = [...body.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]))
}

async function playingHouse() {
  const { folder } = await freshPlace()
  const service = await quietService(folder)
  const { address } = service
  const staff = await staffOf(service)
  await seatAt(service, 'single', 'ann')
  const give = (command: object) => must(address, staff['pit-supervisor'], 'single', command as never)
  const metrics = async () => (await fetch(`${address}/metrics`)).text()
  return { folder, service, give, metrics }
}

describe('the metrics of a house', () => {
  test('measure commands, commits, phases, decisions, tickets, checkpoints and backups', async () => {
    const { folder, service, give, metrics } = await playingHouse()
    try {
      await give({ do: 'place-your-bets' })
      const open = await metrics()
      expect(samplesIn(open, 'croupier_phase_age_seconds')).toHaveProperty('table="single",phase="betting-open"')
      expect(samplesIn(open, 'croupier_rounds_waiting')).toMatchObject({ 'table="single"': 0 })
      expect(samplesIn(open, 'croupier_command_seconds_count')['outcome="accepted"']).toBeGreaterThan(0)
      expect(samplesIn(open, 'croupier_command_seconds_count')['outcome="fault"']).toBe(0)
      expect(samplesIn(open, 'croupier_journal_commit_seconds_count')['outcome="durable"']).toBeGreaterThan(0)
      expect(samplesIn(open, 'croupier_checkpoint_age_seconds')).toHaveProperty('stream="single"')
      expect(samplesIn(open, 'croupier_open_tickets')).toEqual({ '': 0 })
      expect(samplesIn(open, 'croupier_backup_age_seconds')).toEqual({})

      await give({ do: 'refer', reason: 'an argument at the table' })
      markBackup(folder, { backup: { at: new Date(Date.now() - 60_000).toISOString() } })
      markBackup(folder, { drill: { at: new Date().toISOString(), isSound: true } })
      const referred = await metrics()
      const phases = samplesIn(referred, 'croupier_phase_age_seconds')
      expect(Object.keys(phases).filter((labels) => labels.startsWith('table="single"'))).toEqual([
        'table="single",phase="referred"',
      ])
      expect(samplesIn(referred, 'croupier_rounds_waiting')).toMatchObject({ 'table="single"': 1 })
      expect(samplesIn(referred, 'croupier_backup_age_seconds')['']).toBeGreaterThanOrEqual(60)
      expect(samplesIn(referred, 'croupier_drill_sound')).toEqual({ '': 1 })
    } finally {
      await service.stop()
    }
  })

  test.skipIf(withoutPromtool !== '')(`pass promtool check metrics ${withoutPromtool}`, async () => {
    const { service, give, metrics } = await playingHouse()
    try {
      await give({ do: 'place-your-bets' })
      const { status, stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], { input: await metrics() })
      expect([status, String(stdout) + String(stderr)]).toEqual([0, ''])
    } finally {
      await service.stop()
    }
  })

  test('tell for how long a wheel has been silent', async () => {
    let now = '2026-01-31T20:15:00.000Z'
    const { app, floor } = await apiInMemory({}, { now: () => now })
    const { readable, writable } = new TransformStream<string, string>()
    const wire = writable.getWriter()
    const wheels = async () => {
      const { body } = await app.inject('/metrics')
      return [samplesIn(body, 'croupier_wheel_up'), samplesIn(body, 'croupier_wheel_silence_seconds')]
    }
    expect(await wheels()).toEqual([{}, {}])
    floor.connectWheel('single', {
      [Symbol.asyncIterator]: () => readable[Symbol.asyncIterator](),
      close: () => void wire.close(),
    })
    now = '2026-01-31T20:15:20.000Z'
    await wire.write(
      `${writeStatus({ state: 1, game: 1, number: null, flags: 0, speed: 160, rotor: 'clockwise' })}\r\n`,
    )
    await turns()
    now = '2026-01-31T20:15:50.000Z'
    expect(await wheels()).toEqual([{ 'table="single"': 1 }, { 'table="single"': 30 }])
    floor.disconnectWheel('single')
    expect(await wheels()).toEqual([{}, {}])
  })

  test('count what was refused to callers over their limit', async () => {
    const { app } = await apiInMemory({ requestsPerMinute: 60, clock: () => 0 })
    const limited = async (remoteAddress: string) => {
      const { body } = await app.inject({ url: '/metrics', remoteAddress })
      return samplesIn(body, 'croupier_requests_limited_total')['']
    }
    expect(await limited('192.0.2.2')).toBe(0)
    const asked = { url: '/api/house', remoteAddress: '192.0.2.1' }
    for (let nth = 0; nth < 15; nth++) expect((await app.inject(asked)).statusCode).toBe(200)
    expect((await app.inject(asked)).statusCode).toBe(429)
    expect(await limited('192.0.2.3')).toBe(1)
  })
})
