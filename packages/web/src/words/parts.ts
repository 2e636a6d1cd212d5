/** What is said where a part of the app does not come. */
export const partWords = {
  failed: 'That could not be opened. Reload the page and try again.',
  offline: 'That could not be opened: you are offline.',
} as const;
