import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { JournalUnusable } from '../journal.ts'

/** The owner of the password, in the fields of a line of `.pgpass`. */
type Account = { host: string; port: number; database: string; user: string }

/** Returns the password file of libpq: PGPASSFILE, or `.pgpass` in the home folder. */
export const defaultPasswordFile = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment.PGPASSFILE || join(homedir(), '.pgpass')

/**
 * Reads the password of an account from a file with lines as in `.pgpass`, or from an environment file with a line
 * PGPASSWORD=. Returns undefined where the file has none for it. `isNamed`: the file must be there.
 */
export function readPassword(file: string, account: Account, isNamed: boolean): string | undefined {
  if (!isNamed && !existsSync(file)) return undefined
  const text = readOwn(file)
  return passwordInEnvironment(text) ?? passwordInLines(text, account)
}

function readOwn(file: string): string {
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new JournalUnusable(`the password file ${file} may be read by others: chmod 600 ${file}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
    throw new JournalUnusable(`the password file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function passwordInEnvironment(text: string): string | undefined {
  const value = /^[ \t]*(?:export[ \t]+)?PGPASSWORD=(.*?)[ \t\r]*$/m.exec(text)?.[1]
  return value === undefined ? undefined : value.replace(/^(["'])(.*)\1$/, '$2')
}

function passwordInLines(text: string, { host, port, database, user }: Account): string | undefined {
  const wanted = [host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    const fields = line.startsWith('#') ? [] : fieldsOf(line)
    if (fields.length >= 5 && wanted.every((one, nth) => fields[nth] === '*' || fields[nth] === one)) return fields[4]
  }
  return undefined
}

/** Fields stand between colons. A backslash comes before a colon or a backslash that is part of a field. */
const fieldsOf = (line: string): string[] =>
  (line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'))
