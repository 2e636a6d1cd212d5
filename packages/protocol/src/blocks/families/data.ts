import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { text } from '../field-schemas.ts';
import { raggedRow } from '../table-rules.ts';

/** A table of 1–8 columns (names of 1–60 characters) and 0–50 rows; each row has one cell a column, 0–200 characters each. */
export type TableBlock = z.infer<typeof tableBlock.inbound>;

const tableSchema = z.strictObject({
  type: z.literal('table'),
  columns: z.array(text(1, 60)).min(1).max(8),
  rows: z.array(z.array(text(0, 200)).max(8)).max(50),
});

export const tableBlock = defineBlock({
  inbound: tableSchema,
  read: tableSchema,
  sender: 'any',
  check: raggedRow,
  text: ({ columns, rows }) => `Table: ${columns.join(', ')} (${rows.length === 1 ? '1 row' : `${rows.length} rows`})`,
});

/** A list with a title of 1–200 characters and 1–50 items of 1–500 characters. */
export type ListBlock = z.infer<typeof listBlock.inbound>;

const listSchema = z.strictObject({
  type: z.literal('list'),
  title: text(1, 200),
  items: z.array(text(1, 500)).min(1).max(50),
});

export const listBlock = defineBlock({
  inbound: listSchema,
  read: listSchema,
  sender: 'any',
  text: ({ title, items }) => `${title}: ${items.join(', ')}`,
});
