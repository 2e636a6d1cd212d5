import { catalogue } from './catalogue.ts';

/** Texts about tables. */
export const tableWords = catalogue('tableWords', {
  caption: (columns: string) => `Table: ${columns}`,
  rows: (count: number) => (count === 0 ? 'No rows' : count === 1 ? '1 row' : `${count} rows`),
  copy: 'Copy as CSV',
  unnamed: 'Row',
});
