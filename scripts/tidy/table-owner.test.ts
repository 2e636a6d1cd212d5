import { expect, it } from 'vitest';
import { tableOwner } from './table-owner.ts';

const migration = {
  'packages/server/src/platform/storage/migrations/0001.ts': 'export const up = sql`create table rooms (id text)`;',
};
const complaints = (texts: Record<string, string>) => tableOwner(new Map(Object.entries(texts)));
const owner = { 'packages/server/src/chat/rooms/queries.ts': 'sql`select * from rooms r join seats s on true`;' };

it('accepts a table that one queries.ts names', () => {
  expect(complaints({ ...migration, ...owner })).toEqual([]);
});

it('accepts a table that several files of queries in one folder name', () => {
  const texts = {
    ...migration,
    ...owner,
    'packages/server/src/chat/rooms/list-queries.ts': 'sql`select 1 from rooms`;',
  };
  expect(complaints(texts)).toEqual([]);
});

it('accepts a table that the queries of two wings of a concept name', () => {
  const texts = {
    ...migration,
    'packages/server/src/chat/rooms/log/queries.ts': 'sql`select 1 from rooms`;',
    'packages/server/src/chat/rooms/lease/lease-queries.ts': 'sql`update rooms set id = 1`;',
  };
  expect(complaints(texts)).toEqual([]);
});

it('accepts a table that several files of queries in a folder without a floor name', () => {
  const texts = {
    ...migration,
    'packages/server/src/demo/queries.ts': 'sql`select 1 from rooms`;',
    'packages/server/src/demo/list-queries.ts': 'sql`update rooms set id = 1`;',
  };
  expect(complaints(texts)).toEqual([]);
});

it.each([
  'sql`insert into rooms values (1)`;',
  'sql<Row>`with x as (delete from rooms returning *) select 1`;',
  "db.selectFrom('rooms as r');",
  "pool.query('update rooms set id = 1');",
])('refuses %s in a use case', (text) => {
  const texts = { ...migration, ...owner, 'packages/server/src/chat/rooms/open-room.ts': text };
  expect(complaints(texts)).toEqual([expect.stringMatching(/open-room.ts names the table rooms/)]);
});

it('refuses a table that the queries of two concepts name', () => {
  const texts = {
    ...migration,
    ...owner,
    'packages/server/src/chat/seats/seat-queries.ts': 'sql`select 1 from rooms`;',
  };
  expect(complaints(texts)).toEqual([expect.stringMatching(/rooms is named in the queries of .*rooms, .*seats/)]);
});

it('refuses a table that nobody reads or writes', () => {
  expect(complaints(migration)).toEqual([expect.stringMatching(/rooms is created, but no/)]);
});

it('accepts a table that only storage names', () => {
  expect(
    complaints({ ...migration, 'packages/server/src/platform/storage/rooms.ts': 'sql`select 1 from rooms`;' }),
  ).toEqual([]);
});

it('does not mind imports, prose, longer names, tests and storage', () => {
  const texts = {
    ...migration,
    ...owner,
    'packages/server/src/http/door.ts': "import { open } from 'rooms';\nconst text = 'removed from rooms';",
    'packages/server/src/chat/bells/queries.ts': 'sql`select 1 from rooms_muted`;',
    'packages/server/src/chat/rooms/open-room.test.ts': 'sql`select 1 from rooms`;',
    'packages/server/src/platform/storage/erase.ts': 'sql`delete from rooms`;',
  };
  expect(complaints(texts)).toEqual([]);
});
