/** Runs the `croupier` command with the arguments of this process, and sets its exit code. */
export async function runProcess(): Promise<void> {
  const command = await import('./run-command.ts')
  await command.runProcess()
}

/** A service that was started by another program. */
export type StartedService = {
  /** Where its screens and its HTTP API are, such as `http://127.0.0.1:8080`. */
  address: string
  /** The address of the operators' own port; null: it has none. */
  operatorAddress: string | null
  /** Finishes what is being written, and closes the journal. */
  stop: () => Promise<void>
}

/**
 * Starts the service in this process. The options are those of `croupier serve`, by the same names.
 *
 * @example
 * import { startService } from '@croupier/server'
 *
 * const { address, stop } = await startService({ demo: true, port: 0, data: 'demo-data' })
 * console.log((await fetch(`${address}/healthz`)).status)
 * await stop()
 */
export async function startService(
  options: Readonly<Record<string, string | number | boolean>>,
): Promise<StartedService> {
  const [{ readConfig }, service] = await Promise.all([import('../service/config.ts'), import('../service/service.ts')])
  const config = readConfig(options, process.env)
  const { address, operatorAddress, stop } = await service.startService(config)
  return { address, operatorAddress, stop }
}
