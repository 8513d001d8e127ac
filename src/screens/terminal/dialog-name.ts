/** What can be opened over the table. */
export type DialogName = 'rules' | 'history' | 'statistics' | 'cash-out' | 'ticket' | 'favourites' | 'track' | 'more'
