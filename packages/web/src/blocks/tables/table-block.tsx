import type { ReadBlock } from '@parley/protocol';
import { TextTable } from './text-table.tsx';

export function TableBlock({ block }: { readonly block: ReadBlock<'table'> }) {
  return <TextTable caption={`Table: ${block.columns.join(', ')}`} columns={block.columns} rows={block.rows} />;
}
