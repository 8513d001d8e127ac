type Room = {
  files: readonly string[]
  tests: readonly string[]
  /** Every test file loads all it needs anew: what is reckoned once and kept is reckoned, and mutated, for each of them. */
  isolate: boolean
}

/** What is mutated, and against which tests: of engine and house those without a process or a socket. */
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
  // To load the whole service for each file would be most of the work; the doors keep nothing that they reckoned. Floods are
  // left out: they are as long as all others together, and need more of a machine than one that tries mutants has.
  doors: {
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
