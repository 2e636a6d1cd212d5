/** Texts of the theme setting. */
export const themeWords = {
  title: 'Theme',
  hint: 'This browser keeps it.',
  choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
} as const;
