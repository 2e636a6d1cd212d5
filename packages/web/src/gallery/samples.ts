import type { ReadBlock } from '@parley/protocol';
import { chartSamples } from './chart-samples.ts';

export interface Sample {
  readonly name: string;
  readonly state?: 'live' | 'read only' | 'answered' | 'pressed' | 'refused';
  readonly blocks: readonly ReadBlock[];
}

const asset_id = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
const missing = 'ast_00000000000000000000000000';
const task_id = 'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
const provenance = 'reported';

const markdown = `# A heading

Some *words*, **strong ones**, ~~struck ones~~ and \`code\`, with [a link](https://example.com/a), [https://bank.example](https://evil.example/login) that lies, and https://example.com/bare.

- a list
  - inside of a list
- [x] done
- [ ] not done

1. one
2. two

> A quote, which says something.

| Herb | Minutes | Tastes of |
| :--- | ---: | :---: |
| Thyme | 6 | warm stone |
| Lemon balm | 8 | lemon, but kinder |

\`\`\`ts
/** Says hello. */
export function hello(name: string): string {
  return \`Hello, \${name}!\`; // 42
}
\`\`\`

---

שלום עולם, this paragraph begins from the right.`;

const longCode = `\`\`\`python\n${Array.from({ length: 40 }, (_, line) => `print("line", ${line})  # and more of it`).join('\n')}\n\`\`\``;

const buttons: ReadBlock = {
  type: 'buttons',
  buttons: [
    { label: 'Yes', payload: 'yes' },
    { label: 'No', payload: 'no' },
    { label: 'Tell me more about all of it first, please', payload: 'more' },
  ],
};

const form: ReadBlock = {
  type: 'form',
  form_id: 'picnic',
  submit_label: 'Join the picnic',
  fields: [
    { name: 'name', label: 'Your name', field_type: 'text', required: true },
    { name: 'guests', label: 'How many come?', field_type: 'number', required: true },
    { name: 'day', label: 'Which day?', field_type: 'date' },
    {
      name: 'dish',
      label: 'What do you bring?',
      field_type: 'select',
      options: [
        { label: 'Bread', payload: 'bread' },
        { label: 'Fruit', payload: 'fruit' },
      ],
    },
  ],
};

const steps: ReadBlock[] = [
  { type: 'thinking', thinking: 'They want to know when the sun sets. I look it up.', signature: 's', provenance },
  { type: 'tool_use', id: '1', name: 'almanac.sunset', input: { place: 'Bern', date: 'today' }, provenance },
  { type: 'tool_result', tool_use_id: '1', content: '{"sunset":"17:04"}', provenance },
];

export const samples: readonly Sample[] = [
  { name: 'text', blocks: [{ type: 'text', text: markdown }] },
  { name: 'text, long code', blocks: [{ type: 'text', text: longCode }] },
  { name: 'text, live', state: 'live', blocks: [{ type: 'text', text: 'It grows, and it is **half ope' }] },
  {
    name: 'card',
    blocks: [
      {
        type: 'card',
        title: 'A pot of mountain tea',
        body: 'Thyme, mint and a *little* honey.',
        image_asset_id: asset_id,
        price: { amount: 3, unit: 'coin' },
        actions: [
          { label: 'What is in it?', payload: 'what' },
          { label: 'Where is it from?', payload: 'where' },
        ],
        purchase: { label: 'Order a pot', reason: 'It is brought to your table.' },
      },
    ],
  },
  { name: 'buttons', blocks: [buttons] },
  { name: 'buttons, pressed', state: 'pressed', blocks: [buttons] },
  { name: 'buttons, read only', state: 'read only', blocks: [buttons] },
  { name: 'image', blocks: [{ type: 'image', asset_id, alt_text: 'The sun goes down', width: 640, height: 360 }] },
  { name: 'image, missing', blocks: [{ type: 'image', asset_id: missing, alt_text: 'Two lines of hills' }] },
  { name: 'file', blocks: [{ type: 'file', asset_id, filename: 'herbs.csv', size_bytes: 1536, mime: 'text/csv' }] },
  { name: 'file, nothing told', blocks: [{ type: 'file', asset_id, filename: 'notes' }] },
  { name: 'audio', blocks: [{ type: 'audio', asset_id, duration_seconds: 83.4 }] },
  { name: 'video', blocks: [{ type: 'video', asset_id, duration_seconds: 12, width: 640, height: 360 }] },
  { name: 'form', blocks: [form] },
  { name: 'form, refused', state: 'refused', blocks: [form] },
  { name: 'form, live', state: 'live', blocks: [form] },
  { name: 'form, answered', state: 'answered', blocks: [form] },
  {
    name: 'table',
    blocks: [
      {
        type: 'table',
        columns: ['Herb', 'Tastes of', 'Minutes'],
        rows: [
          ['Thyme', 'warm stone and pepper', '6'],
          ['Mint', 'a cold morning', '4'],
          ['Lemon balm', 'lemon, but kinder', '8'],
        ],
      },
    ],
  },
  { name: 'table, empty', blocks: [{ type: 'table', columns: ['Herb', 'Minutes'], rows: [] }] },
  {
    name: 'list',
    blocks: [{ type: 'list', title: 'For a good day', items: ['Water', 'Something to sit on', 'A friend'] }],
  },
  ...chartSamples,
  {
    name: 'location',
    blocks: [{ type: 'location', latitude: 46.5588, longitude: 7.9836, label: 'Below the Jungfrau' }],
  },
  {
    name: 'event',
    blocks: [
      { type: 'event', title: 'Picnic', starts_at: '2026-06-01T12:30:00+09:00', ends_at: '2026-06-01T15:30:00+09:00' },
    ],
  },
  { name: 'date picker', blocks: [{ type: 'date_picker', title: 'When?', min: '2026-06-01T00:00:00Z' }] },
  {
    name: 'notification',
    blocks: [{ type: 'notification', title: 'The kettle is on', body: 'Tea in four minutes.', action_label: 'Lovely' }],
  },
  {
    name: 'progress',
    blocks: [
      { type: 'progress', label: 'Packing the basket', percent: 45 },
      { type: 'progress', label: 'Waiting' },
      { type: 'progress', label: 'Packed', percent: 100 },
    ],
  },
  { name: 'steps', blocks: steps },
  { name: 'steps, live', state: 'live', blocks: steps.slice(0, 2) },
  {
    name: 'task update',
    blocks: [{ type: 'task_update', task_id, status: 'in_progress', note: 'Half of them are done.' }],
  },
  { name: 'task update, moved on', blocks: [{ type: 'task_update', task_id, status: 'assigned' }] },
  {
    name: 'approval request',
    blocks: [
      { type: 'approval_request', prompt: 'Pay 3 coins to Gardener for plant food', kind: 'charge', coin_amount: 3 },
    ],
  },
  { name: 'intent', state: 'live', blocks: [{ type: 'intent', text: 'Asking the mountain for its opinion' }] },
  { name: 'needs human', blocks: [{ type: 'needs_human', reason: 'The gate is locked, and I have **no key**.' }] },
  { name: 'unknown', blocks: [{ type: 'hologram' } as unknown as ReadBlock] },
  { name: 'broken', blocks: [{ type: 'list', title: 'A list whose items are gone' } as unknown as ReadBlock] },
];
