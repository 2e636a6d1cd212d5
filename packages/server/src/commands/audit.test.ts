import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../platform/storage/migrate.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { startServerOn } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { runHere } from './fixtures/run-here.ts';
import { embedded } from '../testing/databases-under-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-audit-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(embedded.skip)(
  '§18 verifies the log of a stopped server, and finds with a checkpoint that its end was cut',
  { timeout: 120_000 },
  async () => {
    const env = { PARLEY_DATA_DIR: folder, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const fresh = await openStorage({ databaseUrl: null, dataDir: folder });
    await migrate(fresh);
    const server = await startServerOn(fresh, env);
    const root = await firstAdmin(server);
    const head = (await root.get('/v1/admin/audit/head')).text;
    await writeFile(join(folder, 'head.json'), head);
    await server.stop();
    const whole = await runHere(env, 'audit', 'verify', '--head', join(folder, 'head.json'));
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.out).toMatch(/is whole: \d+ rows in the chain, 0 not sealed yet, compared with [2-9] checkpoints/);

    const storage = await openStorage({ databaseUrl: null, dataDir: folder });
    await sql`delete from audit_log where seq = (select max(seq) from audit_log)`.execute(storage.db);
    await storage.close();
    const cut = await runHere(env, 'audit', 'verify');
    expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('a checkpoint says') });
    expect(await runHere(env, 'audit', 'mend')).toMatchObject({ code: 1, err: expect.stringContaining('verify') });
  },
);
