import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface DataTableProps {
  /** The content of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The rows, each a `tr`. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways, also by keyboard, if it is wider than its container. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
