import type { ChartData } from './chart-data.ts';
import styles from './chart-drawing.module.css';
import type { Plot } from './plot.ts';

/** Draws axes, grid lines and labels. They are hidden from screen readers, because the marks carry all the values. */
export function Axes({ chart, plot }: { readonly chart: ChartData; readonly plot: Plot }) {
  const { left, right, top, bottom, rowTicks, valueTicks, up, ground } = plot;
  const zero = up(ground);
  return (
    <g aria-hidden="true" className={styles.axes}>
      {valueTicks.map(({ at, text }) =>
        chart.liesDown ? (
          <g key={at}>
            <line x1={at} x2={at} y1={top} y2={bottom} />
            <text x={at} y={bottom + 16} textAnchor="middle">
              {text}
            </text>
          </g>
        ) : (
          <g key={at}>
            <line x1={left} x2={right} y1={at} y2={at} />
            <text x={left - 8} y={at} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        ),
      )}
      {rowTicks.map(({ at, text }) =>
        chart.liesDown ? (
          <text key={at} x={left - 8} y={at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        ) : (
          <text key={at} x={at} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        ),
      )}
      {chart.kind === 'bar' && (
        <line
          className={styles.ground}
          {...(chart.liesDown
            ? { x1: zero, x2: zero, y1: top, y2: bottom }
            : { x1: left, x2: right, y1: zero, y2: zero })}
        />
      )}
      {chart.yLabel && (
        <text className={styles.axisLabel} x={0} y={10}>
          {chart.yLabel}
        </text>
      )}
    </g>
  );
}
