import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import type { BlockFault } from '../block-fault.ts';
import { text } from '../field-schemas.ts';

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
  check: ({ columns, rows }) => raggedRow(columns.length, rows),
  text: ({ columns, rows }) => `Table: ${columns.join(', ')} (${rows.length === 1 ? '1 row' : `${rows.length} rows`})`,
});

function raggedRow(columns: number, rows: readonly (readonly string[])[]): BlockFault | null {
  const index = rows.findIndex((row) => row.length !== columns);
  if (index < 0) return null;
  return {
    path: ['rows', index],
    reason: 'ragged_row',
    message: `This row has ${rows[index]?.length} cells, but the table has ${columns} columns.`,
    hint: 'Give every row one cell for each column; use an empty string where there is nothing.',
  };
}

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
