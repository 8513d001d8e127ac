import type { Book } from '../../books/rule-book.ts'
import { dealer } from '../words/desk.ts'

/** What is sold at this table: the button that opens it, its dialog and the press that does it have one name. */
export const sellName = ({ funds }: Pick<Book, 'funds'>): string =>
  funds.money === 'credits' ? dealer.sellCreditsTitle : dealer.sellTitle
