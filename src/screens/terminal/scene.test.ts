import { expect, test } from 'vitest'
import { sceneOf } from './scene.ts'

// biome-ignore format: a table is read down its columns
const scenes = [
  { stage: 'waiting',   told: 'betting', untold: 'betting', seen: 'betting' },
  { stage: 'open',      told: 'betting', untold: 'betting', seen: 'betting' },
  { stage: 'closing',   told: 'betting', untold: 'betting', seen: 'betting' },
  { stage: 'closed',    told: 'ball',    untold: 'ball',    seen: 'ball' },
  { stage: 'result',    told: 'number',  untold: 'betting', seen: 'number' },
  { stage: 'settled',   told: 'number',  untold: 'betting', seen: 'betting' },
  { stage: 'void',      told: 'betting', untold: 'betting', seen: 'betting' },
  { stage: 'referred',  told: 'betting', untold: 'betting', seen: 'betting' },
  { stage: 'power-out', told: 'betting', untold: 'betting', seen: 'betting' },
] as const

test.each(scenes)('$stage: who has the stage, with a number told, without one, and when it has been seen', (row) => {
  const { stage, ...scene } = row
  const [told, untold, seen] = [sceneOf(stage, true, false), sceneOf(stage, false, false), sceneOf(stage, true, true)]
  expect({ told, untold, seen }).toEqual(scene)
})
