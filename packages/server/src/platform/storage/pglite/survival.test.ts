import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../fixtures/child-process.ts';
import { openPglite } from './open-pglite.ts';

describe('a data folder with the embedded database', () => {
  let folder: string;
  let child: Child | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-data-'));
  });
  afterEach(async () => {
    await child?.kill();
    child = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('§9 keeps every acknowledged row when its server is killed with -9, and keeps a second server out until then', async () => {
    child = startChild('write-rows.ts', folder);
    let acknowledged = 0;
    while (acknowledged < 200) acknowledged = Number(await child.nextLine());
    await expect(openPglite({ dataDir: folder })).rejects.toThrow(
      `in use by another server: process ${child.process.pid}`,
    );
    for (const line of await child.kill()) acknowledged = Math.max(acknowledged, Number(line));

    const storage = await openPglite({ dataDir: folder });
    const { rows } = await sql<{ count: number; highest: number }>`
      select count(*) as count, max(id) as highest from acknowledged`.execute(storage.db);
    await storage.close();
    expect(rows[0]?.count).toBe(rows[0]?.highest);
    // One more row may have been committed just before its acknowledgement was sent.
    expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.highest);
  }, 60_000);

  it('opens again what was closed in order', async () => {
    const first = await openPglite({ dataDir: folder });
    await sql`create table kept as select 7 as id`.execute(first.db);
    await first.close();
    const second = await openPglite({ dataDir: folder });
    expect((await sql`select id from kept`.execute(second.db)).rows).toEqual([{ id: 7 }]);
    await second.close();
    expect(await readdir(folder)).toEqual(['database', 'lock']);
  }, 60_000);

  it('begins anew where the very first start was killed half way', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database', 'PG_VERSION'), '18\n');
    await writeFile(join(folder, 'database.initializing'), '');
    const storage = await openPglite({ dataDir: folder });
    expect(await storage.ready()).toBe(true);
    await storage.close();
  }, 60_000);

  it('never removes a broken database that holds data, says so, and frees the folder', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database', 'PG_VERSION'), '18\n');
    for (const _attempt of [1, 2]) {
      await expect(openPglite({ dataDir: folder })).rejects.toThrow(/The embedded database in .* could not be opened/);
    }
    expect(await readdir(join(folder, 'database'))).toContain('PG_VERSION');
  }, 60_000);
});
