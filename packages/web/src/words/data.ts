import { catalogue } from './catalogue.ts';

/** Texts of the page about the data of the server. */
export const dataWords = catalogue('dataWords', {
  title: 'Data',
  backups: 'Backups',
  hint: 'The server writes backups to the folder or bucket of its settings. They are restored on the machine, by parley-server restore.',
  make: 'Back up now',
  none: 'The server has made no backup yet.',
  states: { running: 'Running', ready: 'Ready', failed: 'Failed' },
  mebibytes: (amount: string) => `${amount} MiB`,
});
