import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
  conversation = await openConversation(ada, agent, [bob]);
  deliveryId = await deliver(ada, conversation, 'ask');
});

/** Returns the blocks of the newest message, as this person reads them. */
const readBack = async (person: Person): Promise<Json[]> =>
  (await messagesOf(person, conversation, '?limit=1'))[0].blocks;

const samples: Json[] = [
  { type: 'text', text: '**bold** and <b>not markup</b>' },
  {
    type: 'card',
    title: 'Tea',
    body: 'Green.',
    actions: [{ label: 'More', payload: 'more' }],
    price: { amount: 0, unit: 'coin' },
    purchase: { label: 'Buy', reason: 'One cup' },
  },
  { type: 'buttons', buttons: [{ label: 'Yes', payload: 'y' }] },
  {
    type: 'form',
    form_id: 'order',
    submit_label: '',
    fields: [
      {
        name: 'cup_size',
        label: 'Size',
        field_type: 'select',
        required: true,
        options: [{ label: 'S', payload: 's' }],
      },
      { name: 'when', label: 'When', field_type: 'date', required: false },
    ],
  },
  { type: 'task_update', task_id: nobody('tsk'), status: 'in_progress', note: 'Half way' },
  { type: 'progress', label: 'Brewing', percent: 100 },
  { type: 'progress', label: 'Brewing' },
  { type: 'table', columns: ['a', 'b'], rows: [['1', '']] },
  { type: 'table', columns: ['a'], rows: [] },
  { type: 'video', asset_id: nobody('ast'), duration_seconds: 0.5, width: 1, height: 100_000 },
  { type: 'list', title: 'Things', items: ['one', 'two'] },
  { type: 'location', latitude: -90, longitude: 180, label: 'Pole' },
  { type: 'event', title: 'Tea', starts_at: '2026-02-01T10:00:00Z', ends_at: '2026-02-01T10:00:00Z' },
  { type: 'notification', title: 'Ready', body: 'Come', action_label: 'OK' },
  { type: 'needs_human', reason: 'Too hot' },
  {
    type: 'chart',
    chart_type: 'line',
    meta: { title: '', description: 'Cups', footer: '' },
    x_key: 'day',
    layout: 'vertical',
    series: [{ data_key: 'cups', label: 'Cups', axis_label: '', value_format: 'compact', value_suffix: ' c' }],
    data: [{ day: 1, cups: -0.5 }],
    x_axis_label: 'Day',
    y_axis_min: -1,
    y_axis_max: 1,
    x_axis_scale: 'linear',
  },
];

describe('§5 Interaction blocks: those an agent may send', () => {
  it.each(samples)('come back as they were sent (%#: $type)', async (block) => {
    const answer = await agent
      .reply(deliveryId, [block])
      .then(async (first) =>
        first.status === 409 ? agent.reply((deliveryId = await deliver(ada, conversation, 'ask')), [block]) : first,
      );
    expect(answer.status).toBe(202);
    const [stored] = await readBack(ada);
    expect(stored).toMatchObject(block);
  });

  it('may stand together in one reply, in their order', async () => {
    const id = await deliver(ada, conversation, 'all');
    expect((await agent.reply(id, samples)).status).toBe(202);
    expect((await readBack(ada)).map((block) => block.type)).toEqual(samples.map((block) => block.type));
  });

  it('may have two buttons of one label where the payload is the same', async () => {
    const buttons = [
      { label: 'Yes', payload: 'y' },
      { label: 'Yes', payload: 'y' },
    ];
    expect((await agent.reply(await deliver(ada, conversation, 'ask'), [{ type: 'buttons', buttons }])).status).toBe(
      202,
    );
  });

  it('have their characters counted as code points', async () => {
    const blocks = [{ type: 'text', text: '🦜'.repeat(10_000) }];
    expect((await agent.reply(await deliver(ada, conversation, 'ask'), blocks)).status).toBe(202);
  });
});

describe('§5 blocks that report an agent’s work', () => {
  const reported: Json[] = [
    { type: 'thinking', thinking: 'a private thought', signature: 'sig' },
    {
      type: 'tool_use',
      id: '1',
      name: 'look',
      input: { where: 'a private place' },
      caller: { by: 'a private caller' },
    },
    { type: 'tool_result', tool_use_id: '1', content: 'a private result', is_error: false },
    { type: 'text', text: 'public' },
  ];

  beforeAll(async () => {
    await agent.reply(await deliver(bob, conversation, 'ask'), reported);
  });

  it('carry provenance: reported when read', async () => {
    const blocks = await readBack(ada);
    expect(blocks.slice(0, 3).map((block) => block.provenance)).toEqual(['reported', 'reported', 'reported']);
    expect(blocks[3]).not.toHaveProperty('provenance');
  });

  it('show all to the agent’s owner', async () => {
    const blocks = await readBack(ada);
    expect(blocks).toMatchObject(reported);
  });

  it('hide the thinking from others, and strip what tools saw', async () => {
    const blocks = await readBack(bob);
    expect(blocks.map((block) => block.type)).not.toContain('thinking');
    expect(JSON.stringify(blocks)).not.toContain('private');
    expect(blocks.find((block) => block.type === 'tool_use')).toMatchObject({ name: 'look', provenance: 'reported' });
    expect(blocks.find((block) => block.type === 'text')).toMatchObject({ text: 'public' });
  });

  it('do not reach others through the list of rooms', async () => {
    expect((await bob.get('/v1/conversations')).text).not.toContain('private');
  });
});
