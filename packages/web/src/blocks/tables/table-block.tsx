import type { ReadBlock } from '@parley/protocol';
import { tableWords } from '../../words/tables.ts';
import { TextTable } from './text-table.tsx';

export function TableBlock({ block }: { readonly block: ReadBlock<'table'> }) {
  return <TextTable caption={tableWords.caption(block.columns.join(', '))} columns={block.columns} rows={block.rows} />;
}
