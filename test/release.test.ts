import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf } from '../build/release.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test('the changelog of this version tells users what was added, changed, fixed, removed and made secure', () => {
  const changes = changesOf(version, readFileSync('CHANGELOG.md', 'utf8'))
  const headings = [...changes.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Added', 'Changed', 'Fixed', 'Removed', 'Security'])
})

test('the changes of a version end where those of an earlier one begin', () => {
  const changelog =
    '# Changelog\n\n## 1.10.0\n\nten\n\n## 1.1.0 (2027-01-02)\n\none\n\n### Fixed\n\n- it\n\n## 1.0.0\n\nzero\n'
  expect(changesOf('1.1.0', changelog)).toBe('one\n\n### Fixed\n\n- it')
  expect([changesOf('1.0.0', changelog), changesOf('1.0', changelog), changesOf('2.0.0', changelog)]).toEqual([
    'zero',
    '',
    '',
  ])
})
