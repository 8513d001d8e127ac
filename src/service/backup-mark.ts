import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../engine/shape.ts'
import { writeWhole } from './files.ts'

/**
 * The times of the last backup of a data folder and of the last drill, as `croupier backup` and `croupier drill` note
 * them.
 */
export type BackupMark = {
  readonly backup?: { readonly at: string }
  readonly drill?: { readonly at: string; readonly isSound: boolean }
}

export const noBackups: BackupMark = {}

const markFile = (folder: string): string => join(folder, 'backup.mark')

/** Reads the mark of a data folder. An invalid file counts as none, because only metrics depend on it. */
export function readBackupMark(folder: string): BackupMark {
  try {
    const value: unknown = JSON.parse(readFileSync(markFile(folder), 'utf8'))
    return isMark(value) ? value : noBackups
  } catch {
    return noBackups
  }
}

/** Notes a backup or a drill in the data folder of the house, if that folder is on this machine. */
export function markBackup(folder: string, done: BackupMark): void {
  if (!existsSync(folder)) return
  const mark = { ...readBackupMark(folder), ...done }
  writeWhole(markFile(folder), Buffer.from(`${JSON.stringify(mark)}\n`))
}

function isMark(value: unknown): value is BackupMark {
  if (!isRecord(value)) return false
  const isDated = (part: unknown): boolean =>
    part === undefined || (isRecord(part) && typeof part.at === 'string' && !Number.isNaN(Date.parse(part.at)))
  return isDated(value.backup) && isDated(value.drill)
}
