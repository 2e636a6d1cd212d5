import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSnapshot } from '../organisation/backups/snapshot.ts';
import { differing, sumTables } from '../organisation/backups/sum-tables.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { startServerOn } from '../testing/app.ts';
import { openConversation, say } from '../testing/contract/conversation.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { openOnServer } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { prepareDataFolder } from '../testing/prepared-folder.ts';
import { createDatabase } from '../testing/postgres-template.ts';
import { mustRun, runHere } from './fixtures/run-here.ts';

describe.skipIf(testServerUrl === undefined)('a move', () => {
  const secret = randomBytes(32).toString('base64');
  const ends: (() => Promise<unknown>)[] = [];
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-move-'));
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('is refused while a server runs; then it freezes the source, and people stay signed in', async () => {
    const storage = await openOnServer(testServerUrl ?? '');
    ends.push(() => storage.close());
    const kept = { ...storage, close: async () => undefined };
    const env = { DATABASE_URL: storage.url, PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dataDir };
    const database = await createDatabase(testServerUrl ?? '');
    ends.push(() => database.drop());
    const to = new URL(database.url);
    to.password = 'pa55word';

    const server = await startServerOn(kept, { PARLEY_SECRET_KEY: secret });
    const person: Person = await signUp(server);
    await say(person, await openConversation(person, null, [await signUp(server)]), 'hello');
    const early = await runHere(env, 'move', '--to', to.href);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('stop all servers')]);
    expect((await person.get('/v1/session')).status).toBe(200);
    await server.stop();

    const { out, err } = await mustRun(env, 'move', '--to', to.href);
    expect(err).toContain('users: 2');
    expect(out).not.toContain('pa55word');
    const refused = startServerOn(kept, { PARLEY_SECRET_KEY: secret });
    await expect(refused).rejects.toThrow(`This database was moved to ${to.host}${to.pathname}`);

    const target = await openPostgres({ databaseUrl: database.url, poolSize: 5 });
    expect(differing(await withSnapshot(target, sumTables), await withSnapshot(storage, sumTables))).toEqual([]);
    const moved = await startServerOn(target, { PARLEY_SECRET_KEY: secret });
    const answer = await fetch(`${moved.baseUrl}/v1/session`, { headers: { cookie: person.cookie } });
    expect(answer.status).toBe(200);
    await moved.stop();
    const again = await runHere(env, 'move', '--to', to.href);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('was moved to')]);
  }, 90_000);

  it('takes the rows of a data folder', async () => {
    const source = await mkdtemp(join(dataDir, 'embedded-'));
    await prepareDataFolder(source);
    const database = await createDatabase(testServerUrl ?? '');
    ends.push(() => database.drop());
    const env = { PARLEY_DATA_DIR: source };
    await mustRun(env, 'move', '--to', database.url);
    const target = await openPostgres({ databaseUrl: database.url, poolSize: 1 });
    const there = await withSnapshot(target, sumTables).finally(() => target.close());
    const old = await openPglite({ dataDir: source });
    const here = await withSnapshot(old, sumTables).finally(() => old.close());
    expect(there).toEqual(here);
    const again = await runHere(env, 'move', '--to', database.url);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('was moved to')]);
  }, 60_000);

  it.each([[[]], [['--to', 'nowhere']], [['--to']]])('says how it is used: %j', async (args: string[]) => {
    const { code, err } = await runHere({}, 'move', ...args);
    expect([code, err]).toEqual([1, expect.stringContaining('Usage: parley-server move')]);
  });
});
