import type { BlockFault } from './block-fault.ts';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns an error for the first row that is longer or shorter than the header. */
export function raggedRow({ columns: names, rows }: Table): BlockFault | null {
  const columns = names.length;
  const index = rows.findIndex((row) => row.length !== columns);
  if (index < 0) return null;
  return {
    path: ['rows', index],
    reason: 'ragged_row',
    message: `This row has ${rows[index]?.length} cells, but the table has ${columns} columns.`,
    hint: 'Give every row one cell for each column; use an empty string where there is nothing.',
  };
}
