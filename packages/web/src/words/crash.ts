/** What is said where the app itself failed. */
export const crashWords = {
  notice: 'Something went wrong in the app. Reload the page.',
  details: 'Details',
  title: 'The app ran into an error',
  reload: 'Reload',
  hint: 'Reload the page to go on.',
} as const;
