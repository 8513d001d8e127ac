/** Every page of the screens: its address, and the screen that it opens. */
export const pages = [
  { path: '/', screen: 'lobby' },
  { path: '/play/:table', screen: 'terminal' },
  { path: '/display/:table', screen: 'display' },
  { path: '/dealer', screen: 'dealer' },
  { path: '/dealer/:table', screen: 'dealer' },
  { path: '/pit', screen: 'pit' },
  { path: '/audit', screen: 'audit' },
  { path: '/audit/:table', screen: 'audit' },
  { path: '/lab', screen: 'lab' },
] as const

export type ScreenName = (typeof pages)[number]['screen']

/** The screen of an address, by its first word; undefined: there is none. */
export const screenAt = (path: string): ScreenName | undefined =>
  pages.find((page) => page.path.split('/')[1] === path.split('/')[1])?.screen
