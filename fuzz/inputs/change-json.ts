import fc from 'fast-check';
import { oneOf } from '../target.ts';

/** One member of a JSON document, somewhere, and what becomes of it. */
export interface JsonChange {
  /** Which of all objects and arrays, and which of its members; counted around. */
  readonly container: number;
  readonly member: number;
  readonly key: string;
  readonly value: unknown;
  readonly how: 'remove' | 'add' | 'replace' | 'vary' | 'copy' | 'repeat';
}

export const jsonChange: fc.Arbitrary<JsonChange> = fc.record({
  container: fc.nat(),
  member: fc.nat(),
  key: oneOf(...'type x y __proto__ constructor a/b~c label payload options required approval_id'.split(' '), ''),
  value: oneOf<unknown>(
    ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', 'x', 'text', 'chart', 'form', 'select', [], {}, [[]]],
    { type: 'text', text: 'a' },
    { label: 'a', payload: 'b' },
    '2026-01-31',
    '2026-01-31T09:00Z',
    '2026-01-31T24:00:00Z',
    '2026-12-31T23:59:60Z',
  ),
  how: oneOf('remove', 'add', 'replace', 'vary', 'copy', 'repeat'),
});

type Container = Record<string, unknown>;

/** The document with one change; the document itself stays as it is. */
export function changeJson<T>(document: T, { container, member, key, value, how }: JsonChange): T {
  const changed = structuredClone(document);
  const all = containersIn(changed);
  const chosen = all[container % all.length];
  if (chosen === undefined) return changed;
  const keys = Object.keys(chosen);
  const there = keys[member % keys.length] ?? '0';
  const added = Array.isArray(chosen) ? String(chosen.length) : key;
  switch (how) {
    case 'remove':
      if (Array.isArray(chosen)) chosen.splice(Number(there), 1);
      else delete chosen[there];
      break;
    case 'add':
      chosen[added] = structuredClone(value);
      break;
    case 'replace':
      chosen[there] = structuredClone(value);
      break;
    case 'vary':
      chosen[there] = varied(chosen[there], member);
      break;
    case 'copy':
      chosen[there] = structuredClone(Object.values(all[member % all.length] ?? {})[0] ?? null);
      break;
    case 'repeat':
      chosen[added] = structuredClone(chosen[there] ?? null);
  }
  return changed;
}

function containersIn(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containersIn)];
}

/** The same kind of value, somewhat larger or smaller. */
function varied(value: unknown, way: number): unknown {
  if (typeof value === 'number') return value + ([1, -1, 0.5, 1e6, -1e6, 2 ** 53][way % 6] ?? 0);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  return [value + value, value.slice(1), `${value}😀`, `<${value}>`, value.repeat(20).slice(0, 1500)][way % 5];
}
