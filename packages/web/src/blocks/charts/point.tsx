import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import styles from './chart-drawing.module.css';

/** The place of a value, by the index of its row and of its series. */
export interface PointPlace {
  readonly row: number;
  readonly series: number;
}

export interface Reading {
  /** The point that the Tab key leads to; the arrow keys start there. */
  readonly stop: PointPlace;
  readonly describe: (place: PointPlace) => string;
  readonly show: (place: PointPlace | null) => void;
}

export const ReadingContext = createContext<Reading>({
  stop: { row: 0, series: 0 },
  describe: () => '',
  show: () => undefined,
});

/** Draws the mark of one value. The mark describes the value and can be focused. */
export function Point({ row, series, children }: PointPlace & { readonly children: ReactNode }) {
  const { stop, describe, show } = use(ReadingContext);
  const isStop = stop.row === row && stop.series === series;
  return (
    <g
      className={styles.point}
      data-series={series}
      data-point={pointName({ row, series })}
      role="img"
      aria-label={describe({ row, series })}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => show({ row, series })}
      onPointerEnter={() => show({ row, series })}
    >
      {children}
    </g>
  );
}

export const pointName = ({ row, series }: PointPlace) => `${row}-${series}`;
