import { useId } from 'react';
import { line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { ChartData } from './chart-data.ts';
import styles from './chart-drawing.module.css';
import type { Plot } from './plot.ts';
import { Point } from './point.tsx';

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];

/** Returns the point shape of a series. Each series has a different shape, so that it can be recognized without colours. */
export function shapeOf(series: number, size: number): string {
  return symbol(shapes[series % shapes.length] ?? symbolCircle, size)() ?? '';
}

/** Draws the points of a line or scatter chart, and the lines of a line chart. */
export function Lines({ chart, plot }: { readonly chart: ChartData; readonly plot: Plot }) {
  const clip = useId();
  const isDense = chart.names.length > 40;
  const { left, right, top, bottom } = plot;
  const isInside = (value: number) => plot.up(value) >= top - 1 && plot.up(value) <= bottom + 1;
  const series = chart.series.map(({ values }, place) => (
    <g key={place}>
      {chart.kind === 'line' && (
        <path className={styles.line} data-series={place} clipPath={`url(#${clip})`} d={pathOf(values, plot)} />
      )}
      {values.map((value, row) => (
        <Point key={row} row={row} series={place}>
          {isInside(value) && (
            <g transform={`translate(${plot.along(row)} ${plot.up(value)})`}>
              <circle className={styles.reach} r={12} />
              <path d={shapeOf(place, chart.kind === 'line' && isDense ? 16 : 54)} />
            </g>
          )}
        </Point>
      ))}
    </g>
  ));
  return (
    <>
      <clipPath id={clip}>
        <rect x={left} y={top - 2} width={right - left} height={bottom - top + 4} />
      </clipPath>
      {series}
    </>
  );
}

function pathOf(values: readonly number[], plot: Plot): string {
  const draw = line<number>()
    .x((_, row) => plot.along(row))
    .y((value) => plot.up(value));
  return draw([...values]) ?? '';
}
