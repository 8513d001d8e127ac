import { BadConfig, type Config, readConfig } from '../service/config.ts'
import { BadInput } from './declaration.ts'

/** The configuration of a house that `--config` names; without one it is what a house has by default. */
export function configFrom(file: string | undefined): Config {
  try {
    return readConfig({ config: file }, {})
  } catch (error) {
    throw error instanceof BadConfig ? new BadInput(...error.lines) : error
  }
}
