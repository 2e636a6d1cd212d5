import type { ReadBlock } from '@parley/protocol';
import { ChartColumn } from 'lucide-react';
import styles from './data-blocks.module.css';
import { Aside, Frame } from './frame.tsx';
import { TextTable } from './text-table.tsx';

export function TableBlock({ block }: { readonly block: ReadBlock<'table'> }) {
  return <TextTable caption={`Table: ${block.columns.join(', ')}`} columns={block.columns} rows={block.rows} />;
}

export function ListBlock({ block }: { readonly block: ReadBlock<'list'> }) {
  return (
    <Frame title={block.title}>
      <ul className={styles.list}>
        {block.items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    </Frame>
  );
}

/** The numbers of a chart as a table. */
export function ChartBlock({ block }: { readonly block: ReadBlock<'chart'> }) {
  const title = block.meta?.title ?? `A ${block.chart_type} chart`;
  const columns = [block.x_axis_label ?? block.x_key, ...block.series.map((series) => series.label ?? series.data_key)];
  const rows = block.data.map((row) => [
    String(row[block.x_key] ?? ''),
    ...block.series.map(
      (series) => `${series.value_prefix ?? ''}${number(row[series.data_key])}${series.value_suffix ?? ''}`,
    ),
  ]);
  return (
    <Frame kind="Chart, as numbers" icon={<ChartColumn size={14} aria-hidden />} title={title}>
      {block.meta?.description && <p>{block.meta.description}</p>}
      <TextTable caption={title} columns={columns} rows={rows} />
      {block.meta?.footer && <Aside>{block.meta.footer}</Aside>}
    </Frame>
  );
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString(undefined, { maximumFractionDigits: 6 }) : '';
}
