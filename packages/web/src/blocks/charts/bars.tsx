import type { ChartData } from './chart-data.ts';
import type { Plot } from './plot.ts';
import { Point } from './point.tsx';

/** Draws bars side by side, one group per row, upright or lying. */
export function Bars({ chart, plot }: { readonly chart: ChartData; readonly plot: Plot }) {
  const thick = Math.max(1, plot.band / chart.series.length);
  const ground = plot.up(plot.ground);
  const [from, to] = chart.liesDown ? [plot.left, plot.right] : [plot.top, plot.bottom];
  return chart.names.flatMap((_, row) =>
    chart.series.map(({ values }, series) => {
      const start = plot.along(row) - plot.band / 2 + series * thick;
      const end = Math.min(Math.max(plot.up(values[row] ?? 0), from), to);
      const near = Math.min(ground, end);
      const long = Math.max(Math.abs(end - ground), 1);
      const wide = Math.max(1, thick - (thick > 6 ? 2 : 0));
      const shape = chart.liesDown
        ? { x: near, y: start, width: long, height: wide }
        : { x: start, y: near, width: wide, height: long };
      return (
        <Point key={`${row}-${series}`} row={row} series={series}>
          <rect {...shape} rx={Math.min(2, wide / 2)} />
        </Point>
      );
    }),
  );
}
