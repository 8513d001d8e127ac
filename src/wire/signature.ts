import { staffRoles } from '../house/roles.ts'
import { either, oneOf, shape, text } from './shapes.ts'

export const role = oneOf(staffRoles)

/** The actor: a person, a terminal, the user of the machine's own console, or a part of the service. */
export const signature = either([
  shape({ badge: text, name: text, role }),
  shape({ terminal: text }),
  shape({ console: text }),
  shape({ system: text }),
])
