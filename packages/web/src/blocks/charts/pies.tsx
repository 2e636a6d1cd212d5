import { arc, pie } from 'd3-shape';
import type { ChartSeries } from './chart-data.ts';
import styles from './chart-drawing.module.css';
import { Point } from './point.tsx';

interface PieProps {
  readonly series: ChartSeries;
  readonly place: number;
  readonly size: number;
  /** Whether the chart has several pies, so that each needs a title. */
  readonly isOneOfMany: boolean;
}

/** Draws one series as a pie. A series with the sum 0 is an empty ring. */
export function Pie({ series, place, size, isOneOfMany }: PieProps) {
  const radius = size / 2 - 4;
  const ring = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
    .innerRadius(radius * 0.55)
    .outerRadius(radius)
    .cornerRadius(2);
  const slices = pie<number>().sort(null).padAngle(0.015)([...series.values]);
  const total = series.values.reduce((sum, value) => sum + value, 0);
  return (
    <g transform={`translate(${size * place + size / 2} ${size / 2})`}>
      {total === 0 && <circle className={styles.emptyRing} r={radius * 0.78} strokeWidth={radius * 0.45} />}
      {slices.map((slice, row) => (
        <Point key={row} row={row} series={place}>
          <path data-slice={row % 8} d={(total > 0 && ring(slice)) || ''} />
        </Point>
      ))}
      <text className={styles.total} textAnchor="middle" dy={isOneOfMany ? '-0.15em' : '0.35em'} aria-hidden="true">
        {series.format(total)}
      </text>
      {isOneOfMany && (
        <text className={styles.pieName} textAnchor="middle" dy="1.25em" aria-hidden="true">
          {series.label.slice(0, 14)}
        </text>
      )}
    </g>
  );
}
