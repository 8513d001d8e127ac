/** What can be opened over the table. */
export type DialogName = 'rules' | 'history' | 'cash-out' | 'ticket' | 'favourites' | 'track' | 'more'
