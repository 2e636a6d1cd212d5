import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { version } from '../../settings/version.ts';
import { objectionTo } from '../schema-demand.ts';
import { contractions, statementsOf } from '../fixtures/contractions.ts';
import { lastReleased, migrations } from './index.ts';

const unreleased = Object.entries(migrations).filter(([name]) => name > lastReleased);

describe('migrations since the last release', () => {
  it('are looked at', () => {
    expect(migrations).toHaveProperty(lastReleased);
    expect(unreleased.length).toBeGreaterThan(0);
  });

  it.each(unreleased)(
    '%s leaves what servers of that release use as it was, or demands newer ones',
    async (_name, migration) => {
      const found = contractions(await statementsOf(migration));
      if (migration.contract === undefined) expect(found).toEqual([]);
      else expect(objectionTo(migration.contract)).toBe(null);
    },
  );

  it('of this release demand no server newer than this one', () => {
    const demands = unreleased.flatMap(([, { contract }]) => contract?.oldestServer ?? []);
    expect(demands.filter((demand) => !demand.startsWith(version))).toEqual([]);
  });
});

describe('a migration that contracts', () => {
  it.each([
    'drop table notes',
    'drop index notes_age',
    'alter table notes drop column body, add column text text',
    'alter table notes rename to old_notes',
    'alter table notes rename column body to text',
    'alter table notes alter column body type json using body::json',
    'alter table notes alter body set data type text',
    'alter table notes alter column body set not null',
    'alter table notes add column author text not null',
    'alter table notes add column size integer check (size > 0)',
    'alter table notes add column author text references users',
    'alter table notes add constraint short check (length(body) < 9)',
    'alter table notes add primary key (body)',
    'create unique index notes_body on notes (body)',
    'create or replace view standings as select 1 as one',
    'alter table messages add column mood text',
    'delete from notes',
    'truncate notes',
  ])('is told by: %s', async (statement) => {
    expect(contractions(await statementsOf(running(statement)))).toHaveLength(1);
  });

  it.each([
    'alter table notes add column author text',
    'alter table notes add column size integer not null default 0',
    'alter table notes alter column body drop not null',
    'alter table notes alter column size set default 1',
    'create index notes_author on notes (author)',
    'create table other (id int primary key, body text not null, check (id > 0))',
    'insert into notes (body) values (1)',
    'create view standings as select 1 as one',
    'create or replace trigger notes_age after update on notes for each row execute function note_age()',
  ])('is not: %s', async (statement) => {
    expect(contractions(await statementsOf(running(statement)))).toEqual([]);
  });

  it('is not one that puts another index in the place of an old one', async () => {
    const replaces = running('create index notes_by_author on notes (author, body)', 'drop index notes_author');
    expect(contractions(await statementsOf(replaces))).toEqual([]);
    const leaves = running('create index letters_by_author on letters (author)', 'drop index notes_author');
    expect(contractions(await statementsOf(leaves))).toHaveLength(1);
  });

  it('is not one that works on a table of its own', async () => {
    const own = running(
      'create table mine (id int)',
      'create unique index mine_id on mine (id)',
      'alter table mine add unique (id)',
    );
    expect(contractions(await statementsOf(own))).toEqual([]);
  });
});

function running(...statements: string[]) {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
