import { Process } from './ask.ts'

/** The service, the floor and the terminals, each in a process of their own; the same terminals connect to both. */
export type World = { server: Process; plain: Process; clients: Process; url: string; plainUrl: string }
export type Seat = { token: string; player: string }

export const hello = ({ token }: Seat): string => JSON.stringify({ token })

export async function inWorld<T>(measure: (world: World) => Promise<T>): Promise<T> {
  const [server, plain, clients] = [new Process('server.ts'), new Process('plain.ts'), new Process('clients.ts')]
  try {
    const [url, plainUrl] = [await server.ask<string>('start'), await plain.ask<string>('url')]
    const result = await measure({ server, plain, clients, url, plainUrl })
    await server.ask('stop')
    return result
  } finally {
    await Promise.all([server.end(), plain.end(), clients.end()])
  }
}

/** Every terminal holds two files of the process that plays them. */
export function terminalsMax(): number {
  const { userLimits } = process.report.getReport() as unknown as { userLimits: { open_files: { soft: unknown } } }
  const files = Number(userLimits.open_files.soft)
  return Number.isFinite(files) ? Math.floor((files - 200) / 2) : Number.POSITIVE_INFINITY
}
