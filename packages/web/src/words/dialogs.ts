import { catalogue } from './catalogue.ts';

/** Texts of all dialogs and copy buttons. */
export const dialogWords = catalogue('dialogWords', {
  close: 'Close',
  cancel: 'Cancel',
  failed: 'That did not work.',
  copy: 'Copy',
  copied: 'Copied',
  copiedLabel: (label: string) => `${label}: copied`,
});
