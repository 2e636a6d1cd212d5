import { DataTable } from '../ui/data-table.tsx';
import styles from './text-table.module.css';

interface TextTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table of what an agent wrote: cells wrap, and numbers stand to the right. */
export function TextTable({ caption, columns, rows }: TextTableProps) {
  return (
    <DataTable label={caption} columns={columns}>
      {rows.map((row, index) => (
        <tr key={index} className={styles.row}>
          {row.map((cell, column) => (
            <td key={column} className={isNumber(cell) ? styles.number : undefined}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

function isNumber(cell: string): boolean {
  return /^[-+]?[\d.,\s]+%?$/.test(cell) && /\d/.test(cell);
}
