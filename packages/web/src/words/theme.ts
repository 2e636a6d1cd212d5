/** What is said of light and dark. */
export const themeWords = {
  title: 'Theme',
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
} as const;
