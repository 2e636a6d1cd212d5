import type { ReadBlock } from '@parley/protocol';
import { chartWords } from '../../words/charts.ts';
import { formatValue } from './format-value.ts';
import { digits } from '../../words/locale.ts';

type ChartBlock = ReadBlock<'chart'>;

export interface ChartSeries {
  readonly label: string;
  /** One value per row. */
  readonly values: readonly number[];
  /** Formats a value with its prefix, suffix and number format. */
  readonly format: (value: number) => string;
}

/** The numbers of a chart by role. */
export interface ChartData {
  readonly kind: ChartBlock['chart_type'];
  readonly title: string;
  /** The x value of each row, and its text. */
  readonly xs: readonly (string | number)[];
  readonly names: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly xLabel: string | null;
  readonly yLabel: string | null;
  readonly yMin: number | null;
  readonly yMax: number | null;
  /** Whether x values are placed by their numbers, and not side by side. */
  readonly isLinear: boolean;
  /** Whether the bars are horizontal. */
  readonly liesDown: boolean;
}

/** Returns the numbers of a chart. Replaces an invalid value with 0; the server lets no such value pass. */
export function readChart(block: ChartBlock): ChartData {
  const xs = block.data.map((row) => cellOf(row, block.x_key));
  const areNumbers = xs.every((x) => typeof x === 'number');
  const [axisLabel] = block.series.flatMap(({ axis_label: label }) => label || []);
  return {
    kind: block.chart_type,
    title: block.meta?.title || chartWords.titles[block.chart_type],
    xs,
    names: xs.map((x) => (typeof x === 'number' ? digits(x, { maximumFractionDigits: 6 }) : x)),
    series: block.series.map((each) => ({
      label: each.label || each.data_key,
      values: block.data.map((row) => Number(cellOf(row, each.data_key)) || 0),
      format: (value) => formatValue(value, each),
    })),
    xLabel: block.x_axis_label || null,
    yLabel: axisLabel ?? null,
    yMin: block.y_axis_min ?? null,
    yMax: block.y_axis_max ?? null,
    isLinear: areNumbers && (block.chart_type === 'scatter' || block.x_axis_scale === 'linear'),
    liesDown: block.layout === 'vertical' && block.chart_type === 'bar',
  };
}

function cellOf(row: ChartBlock['data'][number], key: string): string | number {
  const cell = Object.hasOwn(row, key) ? row[key] : undefined;
  return typeof cell === 'number' || typeof cell === 'string' ? cell : '';
}
