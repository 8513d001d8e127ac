/** What a report says, before it is a page or a file of figures. */
export type Report = {
  /** What sort of report it is, in a few words. */
  readonly kind: string
  readonly title: string
  readonly subtitle: string
  readonly sections: readonly Section[]
  readonly foot: string
}

export type Section = { readonly title: string; readonly blocks: readonly Block[]; readonly onNewPage?: boolean }

export type Tone = 'good' | 'warning'

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'verdict'; readonly tone: Tone | 'plain'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'tiles'; readonly tiles: readonly Tile[] }
  | Picture
  | ReportTable

export type Tile = { readonly name: string; readonly value: string; readonly fine?: string }

export type Picture = {
  readonly kind: 'picture'
  readonly svg: string
  readonly title?: string
  readonly caption?: string
  readonly isWide?: boolean
}

/** `text` is for people; `value` for whoever goes on reckoning, null where there is none. */
export type Cell =
  | string
  | number
  | { readonly text: string; readonly value: string | number | null; readonly tone?: Tone }

/** `key` is the column's name in a file of figures, the same in every language. */
export type Column = {
  readonly key: string
  readonly title: string
  readonly isNumber?: boolean
  /** May be broken anywhere: fractions of very many digits, reasons. */
  readonly isLong?: boolean
  /** Stays in one line. */
  readonly isTight?: boolean
}

export type ReportTable = {
  readonly kind: 'table'
  /** What its file of figures is called. */
  readonly name: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  readonly note?: string
  /** What is said where there is no row. */
  readonly empty?: string
}

export const text = (words: string): Block => ({ kind: 'text', text: words })

/** The tables of a report, in their order: the first is the one that it is about. */
export const tablesOf = ({ sections }: Report): ReportTable[] =>
  sections.flatMap(({ blocks }) => blocks.filter((block): block is ReportTable => block.kind === 'table'))
