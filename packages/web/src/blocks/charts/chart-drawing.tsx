import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { chartWords } from '../../words/charts.ts';
import { Axes } from './axes.tsx';
import { Bars } from './bars.tsx';
import type { ChartData } from './chart-data.ts';
import styles from './chart-drawing.module.css';
import { Legend } from './legend.tsx';
import { Lines } from './lines.tsx';
import { Pie } from './pies.tsx';
import { plotOf } from './plot.ts';
import { ReadingContext, pointName } from './point.tsx';
import type { PointPlace } from './point.tsx';
import { useWidth } from './use-width.ts';

/**
 * Draws a chart. The Tab key moves to the current point and the arrow keys from point to point. The line below the drawing
 * describes the point under the pointer or the focus.
 */
export function ChartDrawing({ chart }: { readonly chart: ChartData }) {
  const { element, width } = useWidth<HTMLDivElement>();
  const drawing = useRef<SVGSVGElement>(null);
  const [shown, setShown] = useState<PointPlace | null>(null);
  const [stop, setStop] = useState<PointPlace>({ row: 0, series: 0 });
  const reading = useMemo(
    () => ({
      stop,
      describe: (place: PointPlace) => describe(chart, place),
      show: (place: PointPlace | null) => {
        setShown(place);
        if (place) setStop(place);
      },
    }),
    [chart, stop],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const next = stepFrom(chart, stop, event.key);
    if (!next) return;
    event.preventDefault();
    setStop(next);
    drawing.current?.querySelector<SVGElement>(`[data-point="${pointName(next)}"]`)?.focus();
  }

  const { height, content } = drawingOf(chart, width);
  return (
    <div ref={element} className={styles.drawing}>
      <ReadingContext value={reading}>
        <svg
          ref={drawing}
          className={styles.svg}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={chartWords.drawn[chart.kind](chart.title)}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setShown(null)}
          onBlur={() => setShown(null)}
        >
          {content}
        </svg>
      </ReadingContext>
      {chart.xLabel && chart.kind !== 'pie' && <p className={styles.xLabel}>{chart.xLabel}</p>}
      <p className={styles.reading} dir="auto">
        {shown ? describe(chart, shown) : ''}
      </p>
      <Legend chart={chart} />
    </div>
  );
}

function drawingOf(chart: ChartData, width: number) {
  if (chart.kind === 'pie') {
    const count = chart.series.length;
    const size = Math.min(width / count, 220);
    const pies = chart.series.map((series, place) => (
      <Pie key={place} series={series} place={place} size={size} isOneOfMany={count > 1} />
    ));
    return { height: size, content: pies };
  }
  const plot = plotOf(chart, width);
  const Marks = chart.kind === 'bar' ? Bars : Lines;
  const content = (
    <>
      <Axes chart={chart} plot={plot} />
      <Marks chart={chart} plot={plot} />
    </>
  );
  return { height: plot.height, content };
}

function describe({ names, series, kind }: ChartData, place: PointPlace): string {
  const of = series[place.series];
  const value = of?.values[place.row] ?? 0;
  const total = of?.values.reduce((sum, each) => sum + each, 0) ?? 0;
  const part = kind === 'pie' && total > 0 ? ` (${Math.round((value / total) * 100)} %)` : '';
  return `${names[place.row]} · ${of?.label}: ${of?.format(value)}${part}`;
}

/** Returns the point that a key leads to: along the rows, across the series, or to the first or the last. */
function stepFrom({ names, series }: ChartData, { row, series: at }: PointPlace, key: string): PointPlace | null {
  const steps: Record<string, PointPlace | undefined> = {
    ArrowRight: { row: row + 1, series: at },
    ArrowLeft: { row: row - 1, series: at },
    ArrowDown: { row, series: at + 1 },
    ArrowUp: { row, series: at - 1 },
    Home: { row: 0, series: at },
    End: { row: names.length - 1, series: at },
  };
  const next = steps[key];
  if (!next) return null;
  return { row: within(next.row, names.length), series: within(next.series, series.length) };
}

const within = (place: number, count: number) => Math.min(Math.max(place, 0), count - 1);
