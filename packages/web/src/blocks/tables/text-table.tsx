import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { tableWords as words } from '../../words/tables.ts';
import { toCsv } from './csv.ts';
import { isNumber, sortRows } from './sort-rows.ts';
import type { Order } from './sort-rows.ts';
import styles from './text-table.module.css';

interface TextTableProps {
  /** The content of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Shows a table from an agent. Cells wrap, numbers are right-aligned, a press on a column sorts by it (ascending, descending, original
 * order), and the whole table can be copied.
 */
export function TextTable({ caption, columns, rows }: TextTableProps) {
  const [order, setOrder] = useState<Order | null>(null);
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const areNumbers = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column] ?? '')));
  return (
    <div className={styles.block}>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column, place) => (
                <th
                  key={place}
                  scope="col"
                  aria-sort={sortOf(order, place)}
                  data-number={areNumbers[place] || undefined}
                >
                  <Head column={column} place={place} order={order} onOrder={setOrder} isIdle={rows.length < 2} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row, index) => (
              <tr key={index}>
                {row.map((cell, place) => (
                  <td key={place} data-number={isNumber(cell) || undefined} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <span>{words.rows(rows.length)}</span>
        <CopyButton text={() => toCsv(columns, sorted)} label={words.copy} look="quiet">
          {words.copy}
        </CopyButton>
      </div>
    </div>
  );
}

interface HeadProps {
  readonly column: string;
  readonly place: number;
  readonly order: Order | null;
  readonly onOrder: (order: Order | null) => void;
  /** Whether there is nothing to sort. */
  readonly isIdle: boolean;
}

function Head({ column, place, order, onOrder, isIdle }: HeadProps) {
  if (isIdle) return <bdi>{column}</bdi>;
  const own = order?.column === place ? order : null;
  const Icon = own === null ? ArrowUpDown : own.descends ? ArrowDown : ArrowUp;
  return (
    <button type="button" className={styles.sort} onClick={() => onOrder(nextOrder(own, place))}>
      <bdi>{column || words.unnamed}</bdi>
      <Icon size={13} aria-hidden data-idle={own === null || undefined} />
    </button>
  );
}

/** Returns the next order of a column: ascending, then descending, then original. */
function nextOrder(own: Order | null, column: number): Order | null {
  if (own === null) return { column, descends: false };
  return own.descends ? null : { column, descends: true };
}

function sortOf(order: Order | null, place: number): 'ascending' | 'descending' | undefined {
  if (order?.column !== place) return undefined;
  return order.descends ? 'descending' : 'ascending';
}
