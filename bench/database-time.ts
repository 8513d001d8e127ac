import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Microseconds on a core (`schedstat`: nanoseconds). */
const timeOf = (process: string): number =>
  Number(readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')[0]) / 1_000

function parentOf(process: string): string | undefined {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8')
  // Behind the name, which may hold anything: a state, then the parent.
  return stat.slice(stat.lastIndexOf(')')).split(' ')[2]
}

/** The processor time of all processes of a PostgreSQL so far, in microseconds. Only Linux tells; null elsewhere. */
export function databaseTime(data: string): number | null {
  if (process.platform !== 'linux') return null
  const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const times = readdirSync('/proc').map((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(name) === postmaster ? timeOf(name) : 0
    } catch {
      return 0 // It has ended meanwhile.
    }
  })
  return times.reduce((sum, time) => sum + time, 0)
}
