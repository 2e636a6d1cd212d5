import type * as english from '../theme.ts';
import type { Translation } from '../translation.ts';

export const themeWords: Translation<typeof english.themeWords> = {
  title: 'Design',
  hint: 'Dieser Browser merkt es sich.',
  choices: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
};
