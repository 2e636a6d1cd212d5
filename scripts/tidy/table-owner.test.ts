import { expect, it } from 'vitest';
import { subjects } from './test-subjects.ts';
import { tableOwner } from './table-owner.ts';

const migration = {
  'packages/server/src/storage/migrations/0001.ts': 'export const up = sql`create table rooms (id text)`;',
};
const owner = { 'packages/server/src/rooms/queries.ts': 'sql`select * from rooms r join seats s on true`;' };

it('accepts a table that one queries.ts names', () => {
  expect(subjects(tableOwner, { ...migration, ...owner })).toEqual([]);
});

it('accepts a table that several files of queries in one folder name', () => {
  const texts = { ...migration, ...owner, 'packages/server/src/rooms/list-queries.ts': 'sql`select 1 from rooms`;' };
  expect(subjects(tableOwner, texts)).toEqual([]);
});

it.each([
  'sql`insert into rooms values (1)`;',
  'sql<Row>`with x as (delete from rooms returning *) select 1`;',
  "db.selectFrom('rooms as r');",
  "pool.query('update rooms set id = 1');",
])('refuses %s in a use case', (text) => {
  const texts = { ...migration, ...owner, 'packages/server/src/rooms/open-room.ts': text };
  expect(subjects(tableOwner, texts)).toEqual(['packages/server/src/rooms/open-room.ts#rooms']);
});

it('refuses a table that the queries of two folders name', () => {
  const texts = { ...migration, ...owner, 'packages/server/src/seats/seat-queries.ts': 'sql`select 1 from rooms`;' };
  expect(subjects(tableOwner, texts)).toEqual(['several#rooms']);
});

it('refuses a table that nobody reads or writes', () => {
  expect(subjects(tableOwner, migration)).toEqual(['no queries#rooms']);
});

it('does not mind imports, prose, longer names, tests and storage', () => {
  const texts = {
    ...migration,
    ...owner,
    'packages/server/src/http/door.ts': "import { open } from 'rooms';\nconst text = 'removed from rooms';",
    'packages/server/src/bells/queries.ts': 'sql`select 1 from rooms_muted`;',
    'packages/server/src/rooms/open-room.test.ts': 'sql`select 1 from rooms`;',
    'packages/server/src/storage/erase.ts': 'sql`delete from rooms`;',
  };
  expect(subjects(tableOwner, texts)).toEqual([]);
});
