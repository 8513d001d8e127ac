type Room = {
  files: readonly string[]
  tests: readonly string[]
  /** Every test file loads its modules again: cached values are computed, and mutated, for each of them. */
  isolate: boolean
}

/** The mutated files and their tests: for engine and house the tests without a process or a socket. */
export const rooms: Readonly<Record<string, Room>> = {
  engine: {
    files: ['src/engine/**/*.ts', '!src/engine/index.ts'],
    tests: [
      'src/engine/**/*.test.ts',
      'src/reference/scenarios.test.ts',
      'test/model/*.test.ts',
      'test/books/*.test.ts',
    ],
    isolate: true,
  },
  house: { files: ['src/house/**/*.ts'], tests: ['src/house/**/*.test.ts'], isolate: true },
  // Loading the whole service for each file would be most of the work, and the routes cache nothing. Floods are left
  // out: they take as long as all others together, and need a free machine.
  http: {
    files: ['src/service/http/**/*.ts'],
    tests: ['src/service/http/**/!(floods).test.ts', 'src/service/figures/figures.test.ts', 'test/exports.test.ts'],
    isolate: false,
  },
}

export function roomOf(name: string | undefined): Room {
  const room = rooms[name ?? '']
  if (!room) throw new Error(`MUTANTS_ROOM is one of ${Object.keys(rooms).join(', ')}`)
  return room
}
