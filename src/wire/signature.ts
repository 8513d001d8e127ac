import { staffRoles } from '../house/roles.ts'
import { either, oneOf, shape, text } from './shapes.ts'

export const role = oneOf(staffRoles)

/** Who did it: a person, a terminal, whoever has the machine's own console, or a part of the service. */
export const signature = either([
  shape({ badge: text, name: text, role }),
  shape({ terminal: text }),
  shape({ console: text }),
  shape({ system: text }),
])
