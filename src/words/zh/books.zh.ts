import { inChinese } from '../../books/chinese/index.ts'
import type { Translated } from '../vocabulary.ts'

export const books: Translated<'books'> = { edition: inChinese }

function clauseName(clause: string): string {
  if (/^\d/.test(clause)) return `第 ${clause} 条`
  return clause
    .replace(/^reading/, '释义')
    .replace(/^Appendix/, '附录')
    .replace(/^Diagram/, '图')
}

export const clauses: Translated<'clauses'> = {
  name: clauseName,
  means: (name, means) => `${name}：${means}`,
  silent: '规则在此未作规定；如何解读见 docs/readings.md。',
  count: (clauses, appendices) => `共 ${clauses} 条，${appendices} 个附录`,
  lives: (home, why) => `${home}：${why}`,
  shownBy: (path) => `见场景 ${path}`,
}
