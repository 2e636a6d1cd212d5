/** What is said of light and dark. */
export const themeWords = {
  title: 'Theme',
  hint: 'This browser keeps it.',
  choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
} as const;
