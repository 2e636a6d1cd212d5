import { catalogue } from './catalogue.ts';

/** Texts of the theme setting. */
export const themeWords = catalogue('themeWords', {
  title: 'Theme',
  hint: 'This browser keeps it.',
  choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
});
