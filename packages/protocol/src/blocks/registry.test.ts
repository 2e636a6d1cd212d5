import { expect, test } from 'vitest';
import { z } from 'zod';
import { blockDefinition, blockRegistry, blockTypes, isBlockType } from './registry.ts';

test('Interaction blocks: the types are those that the interface publishes', () => {
  const published =
    'text card image file buttons form approval_request task_update progress table audio video thinking tool_use tool_result list date_picker location event notification intent needs_human chart';
  expect(blockTypes).toEqual(published.split(' '));
});

test('a name that every object inherits is no block type', () => {
  for (const name of ['constructor', '__proto__', 'toString', 7, null]) expect(isBlockType(name)).toBe(false);
});

test.each(blockTypes)('the schema of %s can be compiled for the hot path', (type) => {
  expect(() => z.compile(blockDefinition(type).inbound, { strict: true })).not.toThrow();
});

test('Interaction blocks: an approval request is sent without, and read with, what the platform knows of it', () => {
  const { inbound, read } = blockRegistry.approval_request;
  const sent = { type: 'approval_request', prompt: 'May I?' };
  const full = { ...sent, approval_id: 'apr_01KAJ8ZJ9M4J0V6W3QX5T2N7RC', kind: 'charge', coin_amount: 1 };
  expect([inbound.safeParse(sent).success, inbound.safeParse(full).success]).toEqual([true, false]);
  expect([read.safeParse(sent).success, read.safeParse(full).success]).toEqual([true, true]);
  expect(read.safeParse({ ...full, coin_amount: 0 }).success).toBe(false);
});

test.each(['thinking', 'tool_use', 'tool_result'] as const)('%s is read with its provenance only', (type) => {
  const { required } = z.toJSONSchema(blockRegistry[type].read);
  expect(required).toContain('provenance');
});

test('Interaction blocks: a date picker refuses an earliest day after the latest, whatever the offsets', () => {
  const datePicker = blockRegistry.date_picker;
  const picker = (min: string, max: string) =>
    datePicker.inbound.parse({ type: 'date_picker', title: 'When?', min, max });
  expect(datePicker.check?.(picker('2026-01-31T10:00:00+01:00', '2026-01-31T09:00:00Z'))).toBeNull();
  expect(datePicker.check?.(picker('2026-01-31T09:00:01Z', '2026-01-31T10:00:00+01:00'))).toMatchObject({
    path: ['max'],
    reason: 'min_after_max',
  });
});
