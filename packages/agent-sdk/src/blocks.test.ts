import { expect, test } from 'vitest';
import type { AssetId, SendableBlock, TaskId } from '@parley/protocol';
import { acceptBlocks, blockRegistry } from '@parley/protocol';
import * as build from './blocks.ts';

const asset: AssetId = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
const task: TaskId = 'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';

/** One block of every type, made with the builders. */
const built: SendableBlock[] = [
  build.text('hello'),
  build.card('Espresso', { body: 'Strong.', actions: build.choices(['More']), price: { amount: 3, unit: 'coin' } }),
  build.image(asset, { alt_text: 'A cup' }),
  build.file(asset, 'menu.pdf', { mime: 'application/pdf' }),
  build.audio(asset, { duration_seconds: 2.5 }),
  build.video(asset),
  build.buttons(['Tea', { label: 'Coffee', payload: 'coffee' }]),
  build.form('order', [{ name: 'kind', label: 'What?', field_type: 'select', options: build.choices(['Tea']) }]),
  build.taskUpdate(task, 'in_progress', 'Boiling water.'),
  build.progress('Boiling', 40),
  build.progress('Waiting'),
  build.table(['Drink', 'Coins'], [['Tea', '2']]),
  build.thinking('Tea or coffee?', 'sig'),
  build.toolUse('t1', 'boil', { litres: 1 }),
  build.toolResult('t1', 'boiled', false),
  build.list('Drinks', ['Tea', 'Coffee']),
  build.location(46.95, 7.45, 'Bern'),
  build.event('Tea time', new Date('2026-01-31T16:00:00Z'), '2026-01-31T17:00:00.000Z'),
  build.notification('Ready', 'Your tea is ready.', 'Fetch it'),
  build.needsHuman('The kettle is on fire.'),
  build.chart({ chart_type: 'bar', x_key: 'day', series: [{ data_key: 'cups' }], data: [{ day: 'Mon', cups: 3 }] }),
];

test('every builder makes a block that the platform takes', () => {
  expect(acceptBlocks(built, 'final')).toMatchObject({ ok: true });
  expect(acceptBlocks([build.intent('Boiling water')], 'partial')).toMatchObject({ ok: true });
});

test('there is a builder for every type that an agent may send', () => {
  const sendable = Object.entries(blockRegistry).filter(([, { sender }]) => !['platform', 'nobody'].includes(sender));
  const types = new Set([...built.map(({ type }) => type), build.intent('x').type]);
  expect([...types].sort()).toEqual(sendable.map(([type]) => type).sort());
});

test('a member that is not given is not sent', () => {
  expect(build.progress('Waiting')).toEqual({ type: 'progress', label: 'Waiting' });
  expect(Object.keys(build.location(1, 2))).toEqual(['type', 'latitude', 'longitude']);
});
