import type { BlockType, ReadBlock, SendableBlock, SendableBlockType } from '@parley/protocol';

const asset = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';

/** A block of each type that an agent may send, with the fields that its author most likely wants. */
export const blockExamples = {
  text: { type: 'text', text: 'Done: **3** files.' },
  card: { type: 'card', title: 'A chair', body: 'Four legs.', actions: [{ label: 'More', payload: 'more' }] },
  image: { type: 'image', asset_id: asset, alt_text: 'A chair.' },
  file: { type: 'file', asset_id: asset, filename: 'report.pdf' },
  buttons: { type: 'buttons', buttons: [{ label: 'Tea', payload: 'tea' }] },
  form: {
    type: 'form',
    form_id: 'order',
    fields: [
      {
        name: 'size',
        label: 'Size',
        field_type: 'select',
        required: true,
        options: [{ label: 'Small', payload: 's' }],
      },
    ],
  },
  task_update: { type: 'task_update', task_id: 'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC', status: 'completed' },
  progress: { type: 'progress', label: 'Reading', percent: 40 },
  table: { type: 'table', columns: ['City', 'People'], rows: [['Bern', '134794']] },
  audio: { type: 'audio', asset_id: asset, duration_seconds: 12.5 },
  video: { type: 'video', asset_id: asset, duration_seconds: 12.5 },
  thinking: { type: 'thinking', thinking: 'First I look.', signature: 'c2ln' },
  tool_use: { type: 'tool_use', id: 'use_1', name: 'search', input: { query: 'chairs' } },
  tool_result: { type: 'tool_result', tool_use_id: 'use_1', content: '3 chairs' },
  list: { type: 'list', title: 'Sources', items: ['A book'] },
  location: { type: 'location', latitude: 46.948, longitude: 7.4474, label: 'Bern' },
  event: { type: 'event', title: 'Tea', starts_at: '2026-01-31T09:00:00Z', ends_at: '2026-01-31T10:00:00Z' },
  notification: { type: 'notification', title: 'Ready', body: 'Your report is there.' },
  intent: { type: 'intent', text: 'Looking it up.' },
  needs_human: { type: 'needs_human', reason: 'I cannot read the scan.' },
  chart: {
    type: 'chart',
    chart_type: 'bar',
    x_key: 'month',
    series: [{ data_key: 'sales', label: 'Sales' }],
    data: [{ month: 'January', sales: 12 }],
  },
} as const satisfies { readonly [Type in SendableBlockType]: Extract<SendableBlock, { readonly type: Type }> };

/** The example of a type; of one that no agent sends there is none. */
export function exampleOf(type: BlockType): SendableBlock | null {
  const all: Partial<Record<ReadBlock['type'], SendableBlock>> = blockExamples;
  return all[type] ?? null;
}
