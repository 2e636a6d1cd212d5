import { plainMarkdown, readBlocks, type ReadBlock } from '@parley/protocol';
import type { MessageRow } from '../conversations/message-row.ts';
import type { Audience } from './lexemes.ts';

type Said = Pick<MessageRow, 'body' | 'blocks'>;

/** Returns the texts of a message for one of its readers. Only the agent's owner reads its thinking and tool use. */
export function textsOf({ body, blocks }: Said, { ownsAgent }: { readonly ownsAgent: boolean }): string[] {
  return [...(body === null ? [] : [body]), ...readBlocks(blocks, { ownsAgent }).flatMap(textsIn)].filter(isText);
}

/** Returns the readable texts of a block. */
export function textsInBlock(block: ReadBlock): string[] {
  return textsIn(block).filter(isText);
}

/** Returns the same texts, each with its readers. */
export function textsByAudience(said: Said): (readonly [Audience, string])[] {
  const open = textsOf(said, { ownsAgent: false });
  const hides = said.blocks.some(({ type }) => type === 'thinking' || type === 'tool_use' || type === 'tool_result');
  const isOpen = new Set(open);
  const all = hides ? textsOf(said, { ownsAgent: true }) : [];
  return [
    ...open.map((text) => ['everyone', text] as const),
    ...all.filter((text) => !isOpen.has(text)).map((text) => ['owner', text] as const),
  ];
}

/** Ids, addresses and payloads are left out. */
function textsIn(block: ReadBlock): (string | undefined)[] {
  switch (block.type) {
    case 'text':
      return [plainMarkdown(block.text)];
    case 'intent':
      return [block.text];
    case 'needs_human':
      return [block.reason];
    case 'notification':
      return [block.title, block.body, block.action_label];
    case 'card':
      return [
        block.title,
        block.body === undefined ? undefined : plainMarkdown(block.body),
        ...(block.actions ?? []).map(({ label }) => label),
        block.purchase?.label,
        block.purchase?.reason,
      ];
    case 'buttons':
      return block.buttons.map(({ label }) => label);
    case 'form':
      return [
        ...block.fields.flatMap(({ label, options = [] }) => [label, ...options.map((option) => option.label)]),
        block.submit_label,
      ];
    case 'table':
      return [...block.columns, ...block.rows.flat()];
    case 'list':
      return [block.title, ...block.items];
    case 'chart':
      return chartTexts(block);
    case 'image':
      return [block.alt_text];
    case 'file':
      return [block.filename];
    case 'audio':
    case 'video':
      return [];
    case 'location':
      return [block.label];
    case 'event':
    case 'date_picker':
      return [block.title];
    case 'approval_request':
      // Only the person who decides may read the text of a decision, but the index serves all.
      return [];
    case 'task_update':
      return [block.note];
    case 'progress':
      return [block.label];
    case 'thinking':
      return [block.thinking];
    case 'tool_use':
      return [block.name, ...stringsIn(block.input)];
    case 'tool_result':
      return [block.content];
  }
}

function chartTexts({ meta, x_axis_label, series, data }: ReadBlock<'chart'>): (string | undefined)[] {
  return [
    ...[meta?.title, meta?.description, meta?.footer, x_axis_label],
    ...series.flatMap(({ label, axis_label }) => [label, axis_label]),
    ...data.flatMap((row) => Object.values(row)).filter((cell) => typeof cell === 'string'),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';
