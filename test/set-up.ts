import fc from 'fast-check'
import { afterEach, expect } from 'vitest'
import { campaign } from './campaign.ts'
import { takeViolations } from './check-answers.ts'

/** A quick run of the tests tries fewer random cases; where a test says how many, it is as many as it says. */
const RUNS = 100
if (campaign < 1) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: Math.max(10, Math.ceil(RUNS * campaign)) })

afterEach(() => expect(takeViolations()).toEqual([]))
