/** Texts about the files of a room. */
export const roomFileWords = {
  title: 'Files',
  none: 'No files yet.',
  older: 'Show older files',
  loading: 'Loading the files',
  tryAgain: 'Try again',
} as const;
