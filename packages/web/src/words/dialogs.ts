/** What is said on every dialog and every button that copies. */
export const dialogWords = {
  close: 'Close',
  cancel: 'Cancel',
  failed: 'That did not work.',
  copy: 'Copy',
  copied: 'Copied',
  copiedLabel: (label: string) => `${label}: copied`,
} as const;
