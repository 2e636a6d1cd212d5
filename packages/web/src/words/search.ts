/** What is said around the search within a room. */
export const searchWords = {
  title: 'Search in this room',
  label: 'Search messages',
  close: 'Close search',
  none: (words: string) => `No message has “${words}”.`,
  found: (count: number, isAll: boolean) =>
    `${count}${isAll ? '' : ' or more'} ${count === 1 && isAll ? 'message' : 'messages'} found`,
  more: 'Show more',
  results: 'Messages found',
  you: 'You',
} as const;
