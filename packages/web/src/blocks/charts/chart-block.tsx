import type { ReadBlock } from '@parley/protocol';
import { ChartColumn, ChartLine, ChartPie, ChartScatter } from 'lucide-react';
import { Suspense, lazy, useMemo } from 'react';
import { chartWords as words } from '../../words/charts.ts';
import { Aside, Frame } from '../frame.tsx';
import { TextTable } from '../tables/text-table.tsx';
import { readChart } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import styles from './chart-block.module.css';

const icons = { bar: ChartColumn, line: ChartLine, pie: ChartPie, scatter: ChartScatter } as const;

const ChartDrawing = lazy(() =>
  import('./chart-drawing.tsx').then(
    ({ ChartDrawing: Drawing }) => ({ default: Drawing }),
    () => ({ default: NoDrawing }),
  ),
);

/** Renders a chart, with a button to show its numbers as a table. */
export function ChartBlock({ block }: { readonly block: ReadBlock<'chart'> }) {
  const chart = useMemo(() => readChart(block), [block]);
  const Icon = icons[chart.kind];
  return (
    <Frame kind={words.kind} icon={<Icon size={14} aria-hidden />} title={chart.title} isWide>
      {block.meta?.description && <p dir="auto">{block.meta.description}</p>}
      <Suspense fallback={<div className={styles.held} role="status" aria-label={words.drawing} />}>
        <ChartDrawing chart={chart} />
      </Suspense>
      {block.meta?.footer && <Aside>{block.meta.footer}</Aside>}
      <details className={styles.numbers}>
        <summary>{words.numbers}</summary>
        <ChartTable chart={chart} />
      </details>
    </Frame>
  );
}

function ChartTable({ chart }: { readonly chart: ChartData }) {
  const { title, xLabel, names, series } = chart;
  const columns = [xLabel ?? '', ...series.map(({ label }) => label)];
  const rows = names.map((name, row) => [name, ...series.map(({ values, format }) => format(values[row] ?? 0))]);
  return <TextTable caption={title} columns={columns} rows={rows} />;
}

function NoDrawing() {
  return <p role="status">{words.notDrawn}</p>;
}
