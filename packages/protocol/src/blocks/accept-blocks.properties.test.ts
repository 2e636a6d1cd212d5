import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptBlocks, type ReplyMode } from './accept-blocks.ts';
import { readBlocks } from './read-blocks.ts';
import { blockDefinition, blockTypes, type SendableBlock, type SendableBlockType } from './registry.ts';

const text = (min: number, max: number) => fc.string({ unit: 'binary', minLength: min, maxLength: max });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const id = <Prefix extends string>(prefix: Prefix) =>
  fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/).map((ulid) => `${prefix}_${ulid}` as const);
const asset_id = id('ast');
const pixels = fc.integer({ min: 1, max: 100_000 });
const duration_seconds = fc.double({ min: 0, minExcluded: true, max: 86_400, noNaN: true });
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
const actions = (min: number, max: number) =>
  fc.uniqueArray(fc.record({ label: text(1, 60), payload: text(1, 200) }), {
    minLength: min,
    maxLength: max,
    selector: ({ label }) => label,
  });
const object = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
);
const field = fc.record({
  name: fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/),
  label: text(1, 120),
  field_type: fc.constantFrom('text', 'number', 'date', 'select'),
  options: actions(1, 5),
});
const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 20, selector: ({ name }) => name });
const row = fc.record({
  month: fc.oneof(text(1, 80), number),
  sales: number,
  note: fc.oneof(text(0, 90), fc.boolean()),
});
const cells = (count: number) => fc.array(text(0, 200), { minLength: count, maxLength: count });

/** Every type that an agent may send, with valid fields; each optional field is present or absent. */
const members: { [Type in SendableBlockType]: [required: object, optional?: object] } = {
  text: [{ text: text(1, 10_000) }],
  card: [{ title: text(1, 200) }, { body: text(1, 900), image_asset_id: asset_id, actions: actions(0, 3) }],
  image: [{ asset_id }, { alt_text: text(0, 500), width: pixels, height: pixels }],
  file: [
    { asset_id, filename: text(1, 255) },
    { size_bytes: fc.maxSafeNat().map((n) => n || 1), mime: text(1, 255) },
  ],
  buttons: [{ buttons: actions(1, 5) }],
  form: [{ form_id: fc.uuid(), fields }, { submit_label: text(0, 60) }],
  task_update: [{ task_id: id('tsk'), status: fc.constantFrom('created', 'failed') }, { note: text(1, 900) }],
  progress: [{ label: text(1, 200) }, { percent: fc.integer({ min: 0, max: 100 }) }],
  table: [{ columns: fc.constant(['a', 'b']), rows: fc.array(cells(2), { maxLength: 50 }) }],
  audio: [{ asset_id }, { duration_seconds }],
  video: [{ asset_id }, { duration_seconds, width: pixels, height: pixels }],
  thinking: [{ thinking: text(1, 900), signature: text(1, 90) }],
  tool_use: [{ id: text(1, 200), name: text(1, 200), input: object }, { caller: object }],
  tool_result: [{ tool_use_id: text(1, 200), content: text(0, 900) }, { is_error: fc.boolean() }],
  list: [{ title: text(1, 200), items: fc.array(text(1, 500), { minLength: 1, maxLength: 50 }) }],
  location: [{ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) }],
  event: [{ title: text(1, 200), starts_at: time }],
  notification: [{ title: text(1, 200), body: text(1, 2000) }, { action_label: text(1, 100) }],
  intent: [{ text: text(1, 900) }],
  needs_human: [{ reason: text(1, 900) }],
  chart: [
    {
      chart_type: fc.constantFrom('bar', 'line'),
      x_key: fc.constant('month'),
      series: fc.constant([{ data_key: 'sales' }]),
      data: fc.array(row, { minLength: 1, maxLength: 100 }),
    },
  ],
};

const blockOf = (type: SendableBlockType): fc.Arbitrary<SendableBlock> => {
  const [required, rest = {}] = members[type];
  const model = { type: fc.constant(type), ...required, ...rest } as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(model, { requiredKeys: ['type', ...Object.keys(required)] }) as never;
};
const blocksFor = (mode: ReplyMode) => {
  const types = Object.keys(members) as SendableBlockType[];
  const here = types.filter((type) => ['any', mode].includes(blockDefinition(type).sender));
  return fc.oneof(...here.map(blockOf));
};
const anyReply = fc
  .constantFrom<ReplyMode>('partial', 'final')
  .chain((mode) =>
    fc.record({ mode: fc.constant(mode), blocks: fc.array(blocksFor(mode), { minLength: 1, maxLength: 8 }) }),
  );

/** A block that is certainly invalid in one place and mostly valid elsewhere. */
const corrupted: fc.Arbitrary<unknown> = fc.oneof(
  blocksFor('final').map((block) => ({ ...block, colour: 'red' })),
  blocksFor('final').map((block) => ({ ...block, type: `${block.type}s` })),
  blocksFor('final').map((block) => Object.fromEntries(Object.entries(block).slice(0, 1))),
  fc.constantFrom(null, 1, 'text', [], { type: 'date_picker', title: 'When?' }),
);

test('every accepted block has its read shape once it is read, for either viewer', () => {
  fc.assert(
    fc.property(anyReply, fc.boolean(), ({ blocks, mode }, ownsAgent) => {
      const verdict = acceptBlocks(blocks, mode);
      if (!verdict.ok) expect.fail(JSON.stringify(verdict.refusal));
      for (const block of readBlocks(verdict.blocks, { ownsAgent }))
        expect(blockDefinition(block.type).read.parse(block)).toEqual(block);
    }),
  );
});

test('never throws on arbitrary JSON, and says where and why it refuses', () => {
  const typed = fc.tuple(fc.constantFrom(...blockTypes), fc.dictionary(fc.string(), fc.jsonValue()));
  const blockLike = typed.map(([type, rest]) => ({ ...rest, type }));
  const input = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), blockLike, corrupted), { maxLength: 5 }));
  fc.assert(
    fc.property(input, fc.constantFrom<ReplyMode>('partial', 'final'), (blocks, mode) => {
      const verdict = acceptBlocks(JSON.parse(JSON.stringify(blocks)), mode);
      if (!verdict.ok) expect(verdict.refusal.path).toMatch(/^\/blocks(\/\d+(\/.*)?)?$/su);
    }),
    { numRuns: 500 },
  );
});

test('Interaction blocks: one bad block anywhere refuses the whole, at its own index', () => {
  fc.assert(
    fc.property(fc.array<unknown>(blocksFor('final'), { maxLength: 6 }), corrupted, fc.nat(), (good, bad, at) => {
      const index = at % (good.length + 1);
      const verdict = acceptBlocks(good.toSpliced(index, 0, bad), 'final');
      if (verdict.ok) expect.fail('A bad block was accepted.');
      expect(verdict.refusal.path).toMatch(new RegExp(`^/blocks/${index}(/|$)`));
    }),
  );
});
