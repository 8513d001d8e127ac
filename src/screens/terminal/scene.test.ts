import { expect, test } from 'vitest'
import { sceneOf } from './scene.ts'

// biome-ignore format: a table is read down its columns
const scenes = [
  { stage: 'waiting',   told: 'betting', untold: 'betting' },
  { stage: 'open',      told: 'betting', untold: 'betting' },
  { stage: 'closing',   told: 'betting', untold: 'betting' },
  { stage: 'closed',    told: 'ball',    untold: 'ball' },
  { stage: 'result',    told: 'number',  untold: 'betting' },
  { stage: 'settled',   told: 'number',  untold: 'betting' },
  { stage: 'void',      told: 'betting', untold: 'betting' },
  { stage: 'referred',  told: 'betting', untold: 'betting' },
  { stage: 'power-out', told: 'betting', untold: 'betting' },
] as const

test.each(scenes)('$stage: who has the stage, with a number told and without', ({ stage, ...scene }) => {
  expect({ told: sceneOf(stage, true), untold: sceneOf(stage, false) }).toEqual(scene)
})
