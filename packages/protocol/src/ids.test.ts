import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IdKind } from './ids.ts';
import { idPrefixes, idSchema, isId, newId } from './ids.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];

test.each(kinds)('an id of kind %s is one of that kind and of no other', (kind) => {
  const id = newId(kind, Date.now());
  expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`));
  expect(kinds.filter((other) => isId(other, id))).toEqual([kind]);
  expect(idSchema(kind).safeParse(id).success).toBe(true);
});

test('ids of one process are all different and sort in the order in which they were made', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(moments, (steps) => {
      let now = Date.now();
      const ids = steps.map((step) => newId('message', (now += step - 5)));
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('many ids of one millisecond stay in order', () => {
  const now = Date.now() + 60_000;
  const ids = Array.from({ length: 5_000 }, () => newId('delivery', now));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('§1 the first ten characters are the time, in Crockford’s base 32', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const timeOf = (id: string) => [...id.slice(4, 14)].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
  // Ids never go back in time: only a time after that of the latest id is encoded unchanged.
  const now = timeOf(newId('user', Date.now())) + 120_000;
  expect(timeOf(newId('user', now))).toBe(now);
});

test('what is no id is none', () => {
  const id = newId('user', Date.now());
  const wrong = [
    null,
    undefined,
    7,
    {},
    '',
    id.slice(0, -1),
    `${id}0`,
    id.toLowerCase(),
    `${id}\n`,
    ` ${id}`,
    id.replace(/.$/, 'U'),
  ];
  expect(wrong.filter((value) => isId('user', value))).toEqual([]);
});
