import { catalogue } from './catalogue.ts';

/** Texts about downloading a conversation. */
export const exportWords = catalogue('exportWords', {
  menu: 'Export…',
  title: 'Export',
  about: 'Saves everything that you may read here, up to now, as one file.',
  md: 'Text (.md)',
  json: 'Data (.json)',
});
