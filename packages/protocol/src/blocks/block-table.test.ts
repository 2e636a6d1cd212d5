import { expect, it } from 'vitest';
import { acceptBlocks, type ReplyMode } from './accept-blocks.ts';
import { blockDefinition, blockTypes } from './registry.ts';

/** A row of the contract's table of blocks, written independently of the schemas. Paths are JSON Pointers into the block. */
interface Row {
  /** The block with all its fields. */
  readonly whole: Block;
  /** The required members; all other members of `whole` are optional. */
  readonly required: readonly string[];
  /** The minimum and maximum length in characters. */
  readonly texts?: Readonly<Record<string, readonly [number, number]>>;
  readonly numbers?: Readonly<Record<string, Bounds>>;
  /** The minimum and maximum number of items, and a function that builds a block with a given number. */
  readonly lists?: Readonly<Record<string, readonly [number, number, (count: number) => Block]>>;
  readonly choices?: Readonly<Record<string, readonly unknown[]>>;
  readonly patterns?: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly unknown[] }>>;
  readonly mode?: ReplyMode;
}

interface Bounds {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

type Block = Readonly<Record<string, unknown>>;

const asset = 'ast_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const task = 'tsk_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const noId = (prefix: string) => ['', prefix, `${prefix}_1`, `${prefix}_01arz3ndektsv4rrffq69g5fav`, 7];
const assetId = { good: [asset, 'ast_00000000000000000000000000'], bad: [...noId('ast'), task] };
const times = {
  good: ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000+01:00'],
  bad: ['today', '2026-02-30T09:00:00Z', 7],
};
const pixels = { min: 1, max: 100_000, isWhole: true };
const duration = { above: 0, max: 86_400 };
const some = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));
const action = (place: number) => ({ label: `A ${place}`, payload: `a${place}` });
const field = (place: number) => ({ name: `f${place}`, label: 'F', field_type: 'text' });
const form = (fields: unknown) => ({ type: 'form', form_id: 'f', fields });
const select = (options: unknown) => form([{ name: 'f', label: 'F', field_type: 'select', options }]);
const chart = { type: 'chart', chart_type: 'bar', x_key: 'x', series: [{ data_key: 'y' }], data: [{ x: 1, y: 2 }] };
const noBrackets = { good: ['&"\''], bad: ['<', '>', 'a<b>c', 7] };
const chartKey = (path: string) => ({
  [path]: { good: ['x'], bad: ['', 'X', '1', '_x', 'x-', `x${'y'.repeat(40)}`, 7] },
});
const statuses = ['created', 'assigned', 'in_progress', 'awaiting_approval', 'completed', 'failed', 'cancelled'];

const rows: Readonly<Record<string, Row>> = {
  text: { whole: { type: 'text', text: 'a' }, required: ['/text'], texts: { '/text': [1, 10_000] } },
  card: {
    whole: {
      type: 'card',
      title: 'a',
      body: 'b',
      image_asset_id: asset,
      actions: [action(0)],
      price: { amount: 0, unit: 'coin' },
      purchase: { label: 'l', reason: 'r' },
    },
    required: [
      '/title',
      '/actions/0/label',
      '/actions/0/payload',
      '/price/amount',
      '/price/unit',
      '/purchase/label',
      '/purchase/reason',
    ],
    texts: {
      '/title': [1, 200],
      '/body': [1, 10_000],
      '/actions/0/label': [1, 60],
      '/actions/0/payload': [1, 200],
      '/purchase/label': [1, 40],
      '/purchase/reason': [1, 140],
    },
    numbers: { '/price/amount': { min: 0, isWhole: true } },
    lists: { '/actions': [0, 3, (count) => ({ type: 'card', title: 'a', actions: some(count, action) })] },
    choices: { '/price/unit': ['coin'] },
    patterns: { '/image_asset_id': assetId },
  },
  image: {
    whole: { type: 'image', asset_id: asset, alt_text: 'a', width: 1, height: 1 },
    required: ['/asset_id'],
    texts: { '/alt_text': [0, 500] },
    numbers: { '/width': pixels, '/height': pixels },
    patterns: { '/asset_id': assetId },
  },
  file: {
    whole: { type: 'file', asset_id: asset, filename: 'a', size_bytes: 1, mime: 'a/b' },
    required: ['/asset_id', '/filename'],
    texts: { '/filename': [1, 255], '/mime': [1, 255] },
    numbers: { '/size_bytes': { min: 1, isWhole: true } },
    patterns: { '/asset_id': assetId },
  },
  buttons: {
    whole: { type: 'buttons', buttons: [action(0)] },
    required: ['/buttons', '/buttons/0/label', '/buttons/0/payload'],
    texts: { '/buttons/0/label': [1, 60], '/buttons/0/payload': [1, 200] },
    lists: { '/buttons': [1, 5, (count) => ({ type: 'buttons', buttons: some(count, action) })] },
  },
  form: {
    whole: {
      type: 'form',
      form_id: 'f',
      submit_label: 's',
      fields: [{ name: 'f', label: 'F', field_type: 'select', required: true, options: [action(0)] }],
    },
    required: [
      '/form_id',
      '/fields',
      '/fields/0/name',
      '/fields/0/label',
      '/fields/0/field_type',
      '/fields/0/options',
      '/fields/0/options/0/label',
      '/fields/0/options/0/payload',
    ],
    texts: {
      '/form_id': [1, 64],
      '/submit_label': [0, 60],
      '/fields/0/label': [1, 120],
      '/fields/0/options/0/label': [1, 60],
      '/fields/0/options/0/payload': [1, 200],
    },
    lists: {
      '/fields': [1, 20, (count) => form(some(count, field))],
      '/fields/0/options': [1, 50, (count) => select(some(count, action))],
    },
    choices: { '/fields/0/field_type': ['text', 'number', 'date', 'select'], '/fields/0/required': [true, false] },
    patterns: {
      '/fields/0/name': { good: ['a', 'Z_9', `a${'b'.repeat(63)}`], bad: ['', '1a', '_a', 'a-', `a${'b'.repeat(64)}`] },
    },
  },
  task_update: {
    whole: { type: 'task_update', task_id: task, status: 'completed', note: 'n' },
    required: ['/task_id', '/status'],
    texts: { '/note': [1, 10_000] },
    choices: { '/status': statuses },
    patterns: { '/task_id': { good: [task], bad: [...noId('tsk'), asset] } },
  },
  progress: {
    whole: { type: 'progress', label: 'l', percent: 1 },
    required: ['/label'],
    texts: { '/label': [1, 200] },
    numbers: { '/percent': { min: 0, max: 100, isWhole: true } },
  },
  table: {
    whole: { type: 'table', columns: ['c'], rows: [['a']] },
    required: ['/columns', '/rows'],
    texts: { '/columns/0': [1, 60], '/rows/0/0': [0, 200] },
    lists: {
      '/columns': [1, 8, (count) => ({ type: 'table', columns: some(count, String), rows: [some(count, String)] })],
      '/rows': [0, 50, (count) => ({ type: 'table', columns: ['c'], rows: some(count, () => ['a']) })],
    },
  },
  audio: {
    whole: { type: 'audio', asset_id: asset, duration_seconds: 1 },
    required: ['/asset_id'],
    numbers: { '/duration_seconds': duration },
    patterns: { '/asset_id': assetId },
  },
  video: {
    whole: { type: 'video', asset_id: asset, duration_seconds: 1, width: 1, height: 1 },
    required: ['/asset_id'],
    numbers: { '/duration_seconds': duration, '/width': pixels, '/height': pixels },
    patterns: { '/asset_id': assetId },
  },
  thinking: {
    whole: { type: 'thinking', thinking: 't', signature: 's' },
    required: ['/thinking', '/signature'],
    patterns: { '/thinking': { good: ['t'], bad: ['', 7] }, '/signature': { good: ['s'], bad: ['', 7] } },
  },
  tool_use: {
    whole: { type: 'tool_use', id: 'i', name: 'n', input: {}, caller: {} },
    required: ['/id', '/name', '/input'],
    texts: { '/id': [1, 200], '/name': [1, 200] },
    patterns: { '/input': { good: [], bad: ['{}', [], null, 7] }, '/caller': { good: [], bad: ['{}', [], null, 7] } },
  },
  tool_result: {
    whole: { type: 'tool_result', tool_use_id: 'i', content: 'c', is_error: true },
    required: ['/tool_use_id', '/content'],
    texts: { '/tool_use_id': [1, 200], '/content': [0, 10_000] },
    choices: { '/is_error': [true, false] },
  },
  list: {
    whole: { type: 'list', title: 't', items: ['i'] },
    required: ['/title', '/items'],
    texts: { '/title': [1, 200], '/items/0': [1, 500] },
    lists: { '/items': [1, 50, (count) => ({ type: 'list', title: 't', items: some(count, String) })] },
  },
  location: {
    whole: { type: 'location', latitude: 0, longitude: 0, label: 'l' },
    required: ['/latitude', '/longitude'],
    texts: { '/label': [1, 200] },
    numbers: { '/latitude': { min: -90, max: 90 }, '/longitude': { min: -180, max: 180 } },
  },
  event: {
    whole: { type: 'event', title: 't', starts_at: '2026-01-31T08:00:00Z', ends_at: '2026-01-31T09:00:00Z' },
    required: ['/title', '/starts_at'],
    texts: { '/title': [1, 200] },
    patterns: {
      '/starts_at': { good: ['2026-01-31T09:00:00Z'], bad: ['2026-01-31T09:00:01Z', ...times.bad] },
      '/ends_at': {
        good: [...times.good.slice(0, 1), '2026-01-31T08:00:00Z'],
        bad: ['2026-01-31T07:59:59Z', ...times.bad],
      },
    },
  },
  notification: {
    whole: { type: 'notification', title: 't', body: 'b', action_label: 'a' },
    required: ['/title', '/body'],
    texts: { '/title': [1, 200], '/body': [1, 2000], '/action_label': [1, 100] },
  },
  intent: {
    whole: { type: 'intent', text: 'a' },
    required: ['/text'],
    texts: { '/text': [1, 10_000] },
    mode: 'partial',
  },
  needs_human: {
    whole: { type: 'needs_human', reason: 'r' },
    required: ['/reason'],
    texts: { '/reason': [1, 10_000] },
  },
  chart: {
    whole: {
      ...chart,
      meta: { title: 't', description: 'd', footer: 'f' },
      layout: 'vertical',
      series: [
        { data_key: 'y', label: 'l', axis_label: 'a', value_format: 'raw', value_prefix: 'p', value_suffix: 's' },
      ],
      x_axis_label: 'x',
      y_axis_min: 0,
      y_axis_max: 1,
      x_axis_scale: 'linear',
    },
    required: ['/chart_type', '/x_key', '/series', '/series/0/data_key', '/data'],
    texts: {
      '/meta/title': [0, 80],
      '/meta/description': [0, 200],
      '/meta/footer': [0, 200],
      '/series/0/label': [0, 40],
      '/series/0/axis_label': [0, 40],
      '/series/0/value_prefix': [0, 40],
      '/series/0/value_suffix': [0, 40],
      '/x_axis_label': [0, 60],
    },
    lists: {
      '/series': [1, 4, (count) => ({ ...chart, series: some(count, () => ({ data_key: 'y' })) })],
      '/data': [1, 100, (count) => ({ ...chart, data: some(count, (place) => ({ x: place, y: 1 })) })],
    },
    choices: {
      '/chart_type': ['bar', 'line', 'pie', 'scatter'],
      '/layout': ['vertical'],
      '/x_axis_scale': ['linear'],
      '/series/0/value_format': ['integer', 'compact', 'raw'],
    },
    patterns: {
      ...chartKey('/x_key'),
      '/series/0/data_key': { good: ['y'], bad: ['', 'Y', '1', `y${'y'.repeat(40)}`, 7] },
      '/y_axis_min': { good: [], bad: ['0', null] },
      '/y_axis_max': { good: [], bad: ['1', null] },
      '/meta/title': noBrackets,
      '/meta/description': noBrackets,
      '/meta/footer': noBrackets,
      '/x_axis_label': noBrackets,
      '/series/0/label': noBrackets,
      '/series/0/axis_label': noBrackets,
      '/series/0/value_prefix': noBrackets,
      '/series/0/value_suffix': noBrackets,
    },
  },
};

/** Members that may hold any JSON; their own members are not fields of the contract. */
const free = ['/input', '/caller', '/data/0'];

it('has a row for every type that an agent may send, and no other', () => {
  const sendable = blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));
  expect(Object.keys(rows).sort()).toEqual([...sendable].sort());
});

it.each(Object.keys(rows))('§5 %s takes its fields, needs those that are required and refuses any other', (type) => {
  const { whole, required, mode } = rows[type] as Row;
  taken(whole, mode);
  for (const path of membersOf(whole)) {
    if (required.includes(path)) refused(without(whole, path), path, mode);
    else taken(without(whole, path), mode);
  }
  for (const path of objectsOf(whole))
    refused(put(whole, `${path}/nonsense`, 1), `${path}/nonsense`, mode, 'unknown_field');
});

it.each(Object.keys(rows))('Interaction blocks: %s is refused outside its bounds and taken at them', (type) => {
  const { whole, texts = {}, numbers = {}, lists = {}, choices = {}, patterns = {}, mode } = rows[type] as Row;
  for (const [path, [min, max]] of Object.entries(texts)) {
    for (const text of ['x'.repeat(min), 'x'.repeat(max), '🦜'.repeat(max)]) taken(put(whole, path, text), mode);
    for (const wrong of ['x'.repeat(max + 1), 7, null, ...(min > 0 ? ['x'.repeat(min - 1)] : [])])
      refused(put(whole, path, wrong), path, mode);
  }
  for (const [path, bounds] of Object.entries(numbers)) {
    for (const number of within(bounds)) taken(put(whole, path, number), mode);
    for (const wrong of [...outside(bounds), '1', null]) refused(put(whole, path, wrong), path, mode);
  }
  for (const [path, [min, max, make]] of Object.entries(lists)) {
    for (const count of [min, max]) taken(make(count), mode);
    for (const count of [max + 1, ...(min > 0 ? [min - 1] : [])]) refused(make(count), path, mode);
  }
  for (const [path, allowed] of Object.entries(choices)) {
    for (const choice of allowed) taken(put(whole, path, choice), mode);
    for (const wrong of ['nonsense', null, 7]) refused(put(whole, path, wrong), path, mode);
  }
  for (const [path, { good, bad }] of Object.entries(patterns)) {
    for (const text of good) taken(put(whole, path, text), mode);
    for (const wrong of bad) refused(put(whole, path, wrong), '', mode);
  }
});

function taken(block: Block, mode: ReplyMode = 'final'): void {
  const verdict = acceptBlocks([block], mode);
  expect(verdict, JSON.stringify(block).slice(0, 300)).toMatchObject({ ok: true });
}

function refused(block: Block, path: string, mode: ReplyMode = 'final', reason?: string): void {
  const verdict = acceptBlocks([block], mode);
  const said = verdict.ok ? null : verdict.refusal;
  expect(said?.code, JSON.stringify(block).slice(0, 300)).toBe('block_invalid');
  expect(`${said?.path}/`).toContain(`/blocks/0${path}/`);
  if (reason !== undefined) expect(said?.reason).toBe(reason);
}

function within({ min, above, max, isWhole }: Bounds): number[] {
  const fraction = isWhole ? [] : [(min ?? above ?? 0) + 0.25];
  return [...fraction, ...(min === undefined ? [] : [min]), ...(max === undefined ? [2 ** 40] : [max])];
}

function outside({ min, above, max, isWhole }: Bounds): number[] {
  const step = isWhole ? 1 : 0.001;
  return [
    ...(min === undefined ? [] : [min - step]),
    ...(above === undefined ? [] : [above, above - step]),
    ...(max === undefined ? [] : [max + step]),
    ...(isWhole ? [(min ?? 0) + 0.5] : []),
  ];
}

/** Every member of the block and of its nested objects, except `type`. */
function membersOf(block: Block): string[] {
  return objectsOf(block)
    .flatMap((path) => Object.keys(at(block, path) as Block).map((name) => `${path}/${name}`))
    .filter((path) => path !== '/type');
}

/** The block itself and every nested object, except those that may hold any JSON. */
function objectsOf(block: Block): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || free.includes(path)) return;
    if (!Array.isArray(value)) found.push(path);
    for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
  };
  visit(block, '');
  return found;
}

function put(block: Block, path: string, value: unknown): Block {
  const copy = structuredClone(block);
  const [parent, name] = split(path);
  (at(copy, parent) as Record<string, unknown>)[name] = value;
  return copy;
}

function without(block: Block, path: string): Block {
  const copy = structuredClone(block);
  const [parent, name] = split(path);
  delete (at(copy, parent) as Record<string, unknown>)[name];
  return copy;
}

function split(path: string): [string, string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), path.slice(end + 1)];
}

function at(block: Block, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], block);
}
