import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { runSql } from './raw-session.ts';
import { doUpkeep } from './upkeep.ts';

/** It writes 80 MB. */
const patience = { timeout: 180_000 };

it('checkpoints a long log, vacuums dead rows and learns the size of tables, one at a time', patience, async () => {
  const database = await PGlite.create('memory://');
  const lag = async () => Number((await runSql(database, LAG))[0]);
  await runSql(database, 'create table big (id int, pad text); create table small (id int)');
  await runSql(database, `insert into big select n, repeat('x', 900) from generate_series(1, 80000) as n`);
  await runSql(database, 'delete from big where id > 10; insert into small select generate_series(1, 2000)');
  expect(await lag()).toBeGreaterThan(64 * 1024 * 1024);

  await runSql(database, 'select pg_stat_force_next_flush()');
  expect(await runSql(database, DEAD)).toEqual(['79990']);

  for (let call = 0; call < 4; call += 1) await doUpkeep(database);

  expect(await lag()).toBeLessThan(64 * 1024 * 1024);
  expect(await runSql(database, DEAD)).toEqual(['0']);
  expect(await runSql(database, `select reltuples from pg_class where relname in ('big', 'small') order by 1`)).toEqual(
    ['10', '2000'],
  );
  await database.close();
});

it('passes on what the database refuses', async () => {
  const database = await PGlite.create('memory://');
  await expect(runSql(database, 'selec 1')).rejects.toThrow('syntax error');
  expect(await runSql(database, `select null union all select 'ü'`)).toEqual(['', 'ü']);
  await database.close();
});

const LAG = 'select pg_current_wal_lsn() - redo_lsn from pg_control_checkpoint()';
const DEAD = `select n_dead_tup from pg_stat_user_tables where relname = 'big'`;
