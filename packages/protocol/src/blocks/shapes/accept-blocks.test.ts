import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptBlocks as acceptBySchemas } from '../accept-blocks.ts';
import type { ReplyMode } from '../validate-blocks.ts';
import { acceptBlocks } from './accept-blocks.ts';

const folder = new URL('../../../../../conformance/blocks/', import.meta.url);
const vectors = ['valid', 'invalid'].flatMap((kind) =>
  readdirSync(new URL(`${kind}/`, folder)).flatMap(
    (file) => JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), 'utf8')) as Vector[],
  ),
);

interface Vector {
  readonly name: string;
  readonly mode: ReplyMode;
  readonly blocks: unknown;
}

/** The result of the schemas, without the assets, which only the platform looks up. */
function bySchemas(blocks: unknown, mode: ReplyMode) {
  const verdict = acceptBySchemas(blocks, mode);
  return verdict.ok ? { ...verdict, assets: [] } : verdict;
}

test.each(vectors)('the table says what the schemas say of: $name', ({ blocks, mode }) => {
  expect(acceptBlocks(blocks, mode)).toEqual(bySchemas(blocks, mode));
});

const strange = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '<b>',
    'x'.repeat(201),
    '😀'.repeat(10_001),
    '2026-02-30T09:00:00Z',
    '2026-01-31T09:00:00+01:00',
  ),
  fc.constantFrom(0, -1, 0.5, 101, 1e21, Number.MAX_VALUE, Infinity, 2 ** 60),
  fc.constantFrom(true, null, [], {}, [[]], [{}], ['x'], { label: 'x' }),
);

test('the table says what the schemas say of blocks with one thing changed', () => {
  const known = vectors.filter(({ blocks }) => Array.isArray(blocks) && JSON.stringify(blocks).length < 5000);
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(), strange, fc.boolean(), ({ blocks, mode }, at, value, isExtra) => {
      const copy = structuredClone(blocks);
      const places = placesOf(copy);
      const place = places[at % Math.max(1, places.length)];
      if (place) place.holder[isExtra ? 'extra' : place.key] = value;
      expect(acceptBlocks(copy, mode)).toEqual(bySchemas(copy, mode));
    }),
    { numRuns: 3000 },
  );
});

/** Every member of every nested object. */
function placesOf(value: unknown): { readonly holder: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}
