import { chartWords } from '../../words/charts.ts';
import type { ChartData } from './chart-data.ts';
import styles from './chart-drawing.module.css';
import { shapeOf } from './lines.tsx';

/** Further slices of a pie are only in the table. */
const mostSlices = 16;

/** Shows the meaning of the colours and shapes. */
export function Legend({ chart }: { readonly chart: ChartData }) {
  if (chart.kind !== 'pie') {
    return (
      <ul className={styles.legend}>
        {chart.series.map(({ label }, series) => (
          <li key={series}>
            <svg
              width={14}
              height={14}
              viewBox="-7 -7 14 14"
              aria-hidden="true"
              className={styles.key}
              data-series={series}
            >
              {chart.kind === 'bar' ? (
                <rect x={-5} y={-5} width={10} height={10} rx={2} />
              ) : (
                <path d={shapeOf(series, 60)} />
              )}
            </svg>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  const only = chart.series.length === 1 ? chart.series[0] : undefined;
  return (
    <ul className={styles.legend}>
      {chart.names.slice(0, mostSlices).map((name, row) => (
        <li key={row}>
          <svg width={14} height={14} viewBox="-7 -7 14 14" aria-hidden="true" className={styles.key}>
            <rect data-slice={row % 8} x={-5} y={-5} width={10} height={10} rx={2} />
          </svg>
          <bdi>{name}</bdi>
          {only && <span className={styles.amount}>{only.format(only.values[row] ?? 0)}</span>}
        </li>
      ))}
      {chart.names.length > mostSlices && <li>{chartWords.more(chart.names.length - mostSlices)}</li>}
    </ul>
  );
}
