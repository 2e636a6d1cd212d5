import { scaleBand, scaleLinear } from 'd3-scale';
import type { ChartData } from './chart-data.ts';
import { digits } from '../../words/locale.ts';

/** A tick on an axis, at a distance in pixels. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** The layout of a chart with axes, in pixels. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Returns the middle of a row on the axis of the rows; `band` is the width of a row. */
  readonly along: (row: number) => number;
  readonly band: number;
  /** Returns the position of a value on the axis of the values. */
  readonly up: (value: number) => number;
  /** The value where bars start. */
  readonly ground: number;
  readonly rowTicks: readonly Tick[];
  readonly valueTicks: readonly Tick[];
}

const characterWidth = 6.9;
const longestTick = 16;
/** Outside these limits, computing the axes loses precision or overflows. */
const largest = 1e300;
const smallestRange = 1e-300;
const valueTickEvery = 48;

export function plotOf(chart: ChartData, width: number): Plot {
  const [low, high] = valueRange(chart);
  const height = chart.liesDown ? Math.max(160, chart.names.length * (14 + 10 * chart.series.length) + 50) : 240;
  const labels = chart.liesDown ? chart.names.map(cut) : scaleLinear([low, high], [0, 1]).ticks(5).map(tickText(chart));
  const left = Math.min(Math.max(...labels.map(({ length }) => length)) * characterWidth + 12, width * 0.4);
  const frame = { width, height, left, right: width - 10, top: chart.yLabel ? 22 : 10, bottom: height - 26 };
  const values = scaleLinear([low, high], chart.liesDown ? [left, frame.right] : [frame.bottom, frame.top]);
  const length = chart.liesDown ? frame.bottom - frame.top : frame.right - left;
  const valueTicks = values
    .ticks(
      chart.liesDown ? Math.max(2, Math.floor(length / 40)) : Math.floor((frame.bottom - frame.top) / valueTickEvery),
    )
    .map((value) => ({ at: values(value), text: tickText(chart)(value) }));
  const ground = Math.min(Math.max(0, low), high);
  return { ...frame, ...rowsOf(chart, frame), up: values, ground, valueTicks };
}

type Frame = Pick<Plot, 'left' | 'right' | 'top' | 'bottom'>;

function rowsOf(chart: ChartData, frame: Frame): Pick<Plot, 'along' | 'band' | 'rowTicks'> {
  const range: [number, number] = chart.liesDown ? [frame.top, frame.bottom] : [frame.left, frame.right];
  if (chart.isLinear) return numbersAlong(chart, range);
  const bands = scaleBand(
    chart.xs.map((_, row) => row),
    range,
  )
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const along = (row: number) => (bands(row) ?? 0) + bands.bandwidth() / 2;
  const room = chart.liesDown ? 16 : Math.max(...chart.names.map((name) => cut(name).length)) * characterWidth + 12;
  const every = Math.max(1, Math.ceil(room / bands.step()));
  const rowTicks = chart.names.flatMap((name, row) => (row % every === 0 ? { at: along(row), text: cut(name) } : []));
  return { along, band: bands.bandwidth(), rowTicks };
}

function numbersAlong(chart: ChartData, range: [number, number]): Pick<Plot, 'along' | 'band' | 'rowTicks'> {
  const xs = chart.xs.map((x) => countable(Number(x)));
  const scale = scaleLinear(spread(Math.min(...xs), Math.max(...xs)), [range[0] + 8, range[1] - 8]).nice();
  const count = Math.max(2, Math.floor((range[1] - range[0]) / 90));
  const rowTicks = scale.ticks(count).map((x) => ({ at: scale(x), text: short(x) }));
  const band = Math.max(2, Math.min(40, ((range[1] - range[0]) / xs.length) * 0.8));
  return { along: (row) => scale(xs[row] ?? 0), band, rowTicks };
}

/** Returns the range of values to draw: the agent's choice, else the range of all values, including 0 for bars. */
function valueRange(chart: ChartData): [number, number] {
  const values = chart.series.flatMap((series) => series.values);
  const fromZero = chart.kind === 'bar' ? [0] : [];
  const low = countable(chart.yMin ?? Math.min(...values, ...fromZero));
  const high = countable(chart.yMax ?? Math.max(...values, ...fromZero));
  const [from, to] = spread(low, Math.max(low, high));
  const [niceFrom = from, niceTo = to] = scaleLinear([from, to], [0, 1]).nice(5).domain();
  return [chart.yMin === null ? niceFrom : from, chart.yMax === null ? niceTo : to];
}

/** Returns a range that is not empty, with a single value in its middle. */
function spread(low: number, high: number): [number, number] {
  if (high - low > smallestRange) return [low, high];
  const around = Math.abs(low) > smallestRange ? Math.abs(low) : 1;
  return [low - around / 2, high + around / 2];
}

const countable = (value: number) => Math.min(Math.max(value, -largest), largest);

function tickText({ series }: ChartData): (value: number) => string {
  const [first] = series;
  const sample = first?.format(0) ?? '';
  const isShared = series.every(({ format }) => format(0) === sample) && sample.length <= 8;
  return (value) => {
    const text = isShared && first ? first.format(value) : short(value);
    return text.length > 10 ? short(value) : text;
  };
}

function short(value: number): string {
  const isLarge = Math.abs(value) >= 10_000;
  return digits(value, isLarge ? { notation: 'compact' } : { maximumFractionDigits: 4 });
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > longestTick ? `${characters.slice(0, longestTick - 1).join('')}…` : name;
}
