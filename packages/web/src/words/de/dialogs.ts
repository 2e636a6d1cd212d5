import type * as english from '../dialogs.ts';
import type { Translation } from '../translation.ts';

export const dialogWords: Translation<typeof english.dialogWords> = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  failed: 'Das hat nicht geklappt.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copiedLabel: (label) => `${label}: kopiert`,
};
