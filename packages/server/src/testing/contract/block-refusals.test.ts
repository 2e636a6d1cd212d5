import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
const long = (length: number) => 'x'.repeat(length);
const asset = nobody('ast');
const option = { label: 'A', payload: 'a' };
const field = { name: 'size', label: 'Size', field_type: 'text' };
const chart = {
  type: 'chart',
  chart_type: 'bar',
  x_key: 'day',
  series: [{ data_key: 'sold' }],
  data: [{ day: 'Mon', sold: 1 }],
};
let ada: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  deliveryId = await deliver(ada, conversation, 'ask');
});

const form = (change: object) => ({ type: 'form', form_id: 'f', fields: [field], ...change });
const charted = (change: object) => ({ ...chart, ...change });

/** A block, the path of its refusal below `/blocks/0`, and the reason if the contract names one. */
type Row = [Json, string, string?];

async function expectRefused(block: Json, path: string, reason?: string): Promise<void> {
  const answer = await agent.reply(deliveryId, [block]);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('block_invalid');
  expect(answer.body.error.path).toMatch(new RegExp(`^/blocks/0${path}(/|$)`));
  expect(answer.body.error.reason).toMatch(/^[a-z][a-z0-9_]*$/);
  if (reason) expect(answer.body.error.reason).toBe(reason);
}

describe('§5 blocks that no agent may send', () => {
  it.each<Row>([
    [{ type: 'hologram' }, '', 'unknown_type'],
    [{ type: 'Text', text: 'a' }, '', 'unknown_type'],
    [{ type: '__proto__' }, '', 'unknown_type'],
    [{ type: 'constructor' }, '', 'unknown_type'],
    [{ type: 'approval_request', prompt: 'May I?' }, '', 'not_sendable'],
    [{ type: 'approval_request', prompt: 'May I?', approval_id: nobody('apr') }, ''],
    [{ type: 'date_picker', title: 'When?' }, '', 'not_sendable'],
  ])('refuses %j', expectRefused);

  it.each([[null], ['text'], [7], [[]], [{}], [{ text: 'a' }], [{ type: 7 }]])(
    'refuses %j, which is no block',
    async (block) => {
      const answer = await agent.reply(deliveryId, [block]);
      expect(answer.status).toBe(400);
      expect(answer.body.error.path).toMatch(/^\/blocks\/0/);
    },
  );
});

describe('§5 fields that a block does not have', () => {
  it.each<Row>([
    [{ type: 'text', text: 'a', color: 'red' }, '/color', 'unknown_field'],
    [{ type: 'text', text: 'a', approval_id: nobody('apr') }, '/approval_id', 'unknown_field'],
    [{ type: 'thinking', thinking: 'a', signature: 's', provenance: 'reported' }, '/provenance', 'unknown_field'],
    [{ type: 'tool_use', id: '1', name: 'n', input: {}, provenance: 'reported' }, '/provenance', 'unknown_field'],
    [{ type: 'audio', asset_id: asset, duration_seconds: 1, transcript: 'a' }, '/transcript', 'unknown_field'],
    [{ type: 'video', asset_id: asset, duration_seconds: 1, caption: 'a' }, '/caption', 'unknown_field'],
    [
      { type: 'card', title: 'a', actions: [{ label: 'A', payload: 'a', url: 'x' }] },
      '/actions/0/url',
      'unknown_field',
    ],
    [{ type: 'notification', title: 'a', body: 'b', url: 'x' }, '/url', 'unknown_field'],
    [charted({ color: 'red' }), '/color', 'unknown_field'],
    [charted({ series: [{ data_key: 'sold', color: 'red' }] }), '/series/0/color', 'unknown_field'],
  ])('refuses %j', expectRefused);
});

describe('§5 bounds', () => {
  it.each<Row>([
    [{ type: 'text', text: '' }, '/text'],
    [{ type: 'text', text: long(10_001) }, '/text', 'too_long'],
    [{ type: 'text', text: 7 }, '/text'],
    [{ type: 'text', text: null }, '/text'],
    [{ type: 'text' }, '/text'],
    [{ type: 'card', title: '' }, '/title'],
    [{ type: 'card', title: long(201) }, '/title', 'too_long'],
    [{ type: 'card', title: 'a', actions: [1, 2, 3, 4].map((n) => ({ label: `${n}`, payload: 'p' })) }, '/actions'],
    [{ type: 'card', title: 'a', actions: [{ label: 'A' }] }, '/actions/0/payload'],
    [{ type: 'card', title: 'a', price: { amount: -1, unit: 'coin' } }, '/price/amount'],
    [{ type: 'card', title: 'a', price: { amount: 1.5, unit: 'coin' } }, '/price/amount'],
    [{ type: 'card', title: 'a', price: { amount: 1, unit: 'euro' } }, '/price/unit'],
    [{ type: 'card', title: 'a', purchase: { label: long(41), reason: 'r' } }, '/purchase/label', 'too_long'],
    [{ type: 'buttons', buttons: [] }, '/buttons'],
    [{ type: 'buttons', buttons: [1, 2, 3, 4, 5, 6].map((n) => ({ label: `${n}`, payload: 'p' })) }, '/buttons'],
    [{ type: 'buttons', buttons: [option, { label: 'A', payload: 'b' }] }, '/buttons'],
    [form({ form_id: long(65) }), '/form_id', 'too_long'],
    [form({ fields: [] }), '/fields'],
    [form({ fields: [{ ...field, name: '1st' }] }), '/fields/0/name'],
    [form({ fields: [{ ...field, field_type: 'file' }] }), '/fields/0/field_type'],
    [form({ fields: [{ ...field, field_type: 'select' }] }), '/fields/0'],
    [form({ fields: [{ ...field, field_type: 'select', options: [] }] }), '/fields/0/options'],
    [form({ fields: [field, field] }), '', 'duplicate_field'],
    [{ type: 'progress', label: 'a', percent: 101 }, '/percent'],
    [{ type: 'progress', label: 'a', percent: 0.5 }, '/percent'],
    [{ type: 'table', columns: [], rows: [] }, '/columns'],
    [{ type: 'table', columns: ['a', 'b'], rows: [['1', '2'], ['1']] }, '/rows', 'ragged_row'],
    [{ type: 'table', columns: ['a'], rows: Array.from({ length: 51 }, () => ['1']) }, '/rows'],
    [{ type: 'list', title: 'a', items: [] }, '/items'],
    [{ type: 'list', title: 'a', items: Array.from({ length: 51 }, () => 'x') }, '/items'],
    [{ type: 'location', latitude: 90.1, longitude: 0 }, '/latitude'],
    [{ type: 'location', latitude: 0, longitude: -180.5 }, '/longitude'],
    [{ type: 'event', title: 'a', starts_at: 'tomorrow' }, '/starts_at'],
    [{ type: 'event', title: 'a', starts_at: '2026-02-01T10:00:00Z', ends_at: '2026-02-01T09:00:00Z' }, '/ends_at'],
    [{ type: 'task_update', task_id: 'tsk_1', status: 'completed' }, '/task_id'],
    [{ type: 'task_update', task_id: nobody('tsk'), status: 'done' }, '/status'],
    [{ type: 'video', asset_id: asset, duration_seconds: 0 }, '/duration_seconds'],
    [{ type: 'video', asset_id: asset, duration_seconds: 86_401 }, '/duration_seconds'],
    [{ type: 'video', asset_id: asset.toLowerCase(), duration_seconds: 1 }, '/asset_id'],
    [{ type: 'tool_use', id: '1', name: 'n', input: [] }, '/input'],
    [{ type: 'tool_result', tool_use_id: '1', content: long(10_001) }, '/content', 'too_long'],
    [{ type: 'thinking', thinking: '', signature: 's' }, '/thinking'],
    [{ type: 'needs_human', reason: '' }, '/reason'],
  ])('refuses %j', expectRefused);
});

describe('§5 charts', () => {
  it.each<Row>([
    [charted({ data: [{ day: 'Mon' }] }), '/data/0', 'chart_data_key_missing'],
    [charted({ data: [{ sold: 1 }] }), '/data/0', 'chart_data_key_missing'],
    [charted({ y_axis_min: 2, y_axis_max: 1 }), '', 'chart_y_axis_range'],
    [charted({ y_axis_min: 1, y_axis_max: 1 }), '', 'chart_y_axis_range'],
    [charted({ chart_type: 'pie', data: [{ day: 'Mon', sold: -1 }] }), '/data/0', 'chart_pie_negative'],
    [charted({ chart_type: 'scatter' }), '/data/0', 'chart_scatter_x_not_number'],
    [charted({ data: [{ day: long(81), sold: 1 }] }), '/data/0', 'chart_category_too_long'],
    [charted({ data: [{ day: 'Mon', sold: '1' }] }), '/data/0'],
    [charted({ data: [] }), '/data'],
    [charted({ data: Array.from({ length: 101 }, () => ({ day: 'Mon', sold: 1 })) }), '/data'],
    [charted({ series: [] }), '/series'],
    [charted({ chart_type: 'radar' }), '/chart_type'],
    [charted({ x_key: 'Day' }), '/x_key'],
    [charted({ meta: { title: '<b>' } }), '/meta/title'],
    [charted({ meta: { footer: 'a > b' } }), '/meta/footer'],
    [charted({ series: [{ data_key: 'sold', value_prefix: '<' }] }), '/series/0/value_prefix'],
    [charted({ layout: 'horizontal' }), '/layout'],
  ])('refuses %j', expectRefused);
});

describe('§5 references', () => {
  it.each<Row>([
    [{ type: 'image', asset_id: asset }, '/asset_id', 'asset_not_found'],
    [{ type: 'card', title: 'a', image_asset_id: asset }, '/image_asset_id', 'asset_not_found'],
    [{ type: 'audio', asset_id: asset, duration_seconds: 1 }, '/asset_id', 'asset_not_found'],
  ])('refuses %j', expectRefused);

  it('takes a video by its shape alone', async () => {
    const answer = await agent.reply(deliveryId, [{ type: 'video', asset_id: asset, duration_seconds: 86_400 }]);
    expect(answer.status).toBe(202);
  });

  it('refuses two forms of one id in one message', async () => {
    const answer = await agent.reply(deliveryId, [form({}), form({})]);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'block_invalid', reason: 'duplicate_form_id' });
    expect(answer.body.error.path).toMatch(/^\/blocks\/1/);
  });
});

describe('§5 what was refused', () => {
  it('left nothing in the room', async () => {
    const fresh = await openConversation(ada, agent);
    const id = await deliver(ada, fresh, 'ask');
    await agent.reply(id, [{ type: 'text', text: 'fine' }, charted({ data: [] })]);
    expect(await messagesOf(ada, fresh)).toHaveLength(1);
  });

  it('does not count towards the twenty replies', async () => {
    const id = await deliver(ada, conversation, 'ask');
    for (let index = 0; index < 21; index += 1) await agent.reply(id, [{ type: 'nonsense', index }]);
    expect((await agent.reply(id, 'fine')).status).toBe(202);
  });
});
