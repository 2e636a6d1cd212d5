import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../testing/databases-under-test.ts';
import { ArrayParameter, type ElementType } from './array-parameter.ts';
import type { Storage } from './storage.ts';

const arrays: [ElementType, unknown[]][] = [
  ['text', ['', 'a "quoted", \\ word', 'Grüße 🎉', null, 'null', '{}']],
  ['json', ['{"a":[1,"\\u2028"]}', null]],
  ['int', [0, -1, 2_147_483_647, -2_147_483_648, null]],
  ['boolean', [true, false, null]],
  [
    'timestamptz',
    [
      new Date('2026-11-23T10:11:12.345Z'),
      new Date('1969-12-31T23:59:59.999Z'),
      new Date('2000-01-01T00:00:00Z'),
      null,
    ],
  ],
  ['uuid', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', null]],
  ['bytea', [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0), null]],
  ['text', []],
];

describe.each([embedded, postgres])('an array that is given to $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  it.each(arrays)('of %s arrives as it is, element by element: %j', async (type, values) => {
    const { rows } = await sql<{ value: unknown }>`
      select value::${sql.raw(type === 'json' ? 'text' : type)} as value
      from unnest(${new ArrayParameter(type, values)}::${sql.raw(type)}[]) with ordinality as given (value, place)
      order by place`.execute(storage.db);
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  it('is refused whole where one element is none of its type', async () => {
    await expect(sql`select ${new ArrayParameter('text', ['a\0b'])}::text[]`.execute(storage.db)).rejects.toThrow();
    expect(() => new ArrayParameter('int', [2 ** 40]).toPostgres()).toThrow(RangeError);
  });
});
