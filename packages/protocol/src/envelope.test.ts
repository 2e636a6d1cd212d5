import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EventType } from './envelope.ts';
import { envelopeSchema, envelopeSchemas, eventTypes } from './envelope.ts';

/** One RFC 6902 operation, of the three kinds that the vectors use. */
interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

interface InvalidFile {
  readonly event: EventType;
  readonly base: string;
  readonly cases: readonly { readonly name: string; readonly patch: readonly Operation[]; readonly path: string }[];
}

const folder = new URL('../../../conformance/envelopes/', import.meta.url);
const files = (kind: string) => readdirSync(new URL(`${kind}/`, folder)).sort();
const read = <Shape>(path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Shape;
const pathOf = (parts: readonly PropertyKey[]) => parts.map((part) => `/${String(part)}`).join('');

function patched(value: unknown, patch: readonly Operation[]): unknown {
  const copy = structuredClone(value);
  for (const { op, path, value: put } of patch) {
    const keys = path.split('/').slice(1);
    const last = keys.pop() as string;
    const holder = keys.reduce((at, key) => (at as Record<string, unknown>)[key], copy) as Record<string, unknown>;
    if (op === 'remove') delete holder[last];
    else holder[last] = put;
  }
  return copy;
}

test('Delivery envelope: every event has a valid vector and a file of invalid ones', () => {
  const names = eventTypes.map((event) => `${event}.json`).sort();
  expect(files('invalid')).toEqual(names);
  expect(files('valid')).toEqual(expect.arrayContaining(names));
  expect(eventTypes).toHaveLength(9);
});

test.each(files('valid'))('§6 valid: %s', (file) => {
  const envelope = read<{ event: EventType }>(`valid/${file}`);
  expect(envelopeSchemas[envelope.event].parse(envelope)).toEqual(envelope);
  expect(envelopeSchema.parse(envelope)).toEqual(envelope);
  for (const event of eventTypes) {
    expect(envelopeSchemas[event].safeParse(envelope).success).toBe(event === envelope.event);
  }
});

describe.each(files('invalid'))('invalid: %s', (file) => {
  const { event, base, cases } = read<InvalidFile>(`invalid/${file}`);
  const valid = read<unknown>(base);

  test.each(cases)('Delivery envelope: $name', ({ patch, path }) => {
    const envelope = patched(valid, patch);
    const result = envelopeSchemas[event].safeParse(envelope);
    expect(result.error?.issues.map((issue) => pathOf(issue.path))).toEqual([path]);
    expect(envelopeSchema.safeParse(envelope).success).toBe(false);
  });
});
