import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../platform/storage/migrate.ts';
import { migrations } from '../platform/storage/migrations/index.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { serverCommand } from '../testing/server-command.ts';
import { mustRun } from './fixtures/run-here.ts';
import { embedded } from '../testing/databases-under-test.ts';

test.skipIf(embedded.skip)(
  'a backup of an older version is verified, and restored into a new data folder',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-older-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'backup');
    const secret = randomBytes(32).toString('base64');
    const settings = (name: string) => ({ PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: join(folder, name) });

    const older = Object.entries(migrations).slice(0, -3);
    const storage = await openPglite({ dataDir: join(folder, 'older') });
    await migrate(storage, Object.fromEntries(older));
    await storage.close();
    await mustRun(settings('older'), 'backup', file);

    // As a program: the build brings a database with all migrations, which is nothing to restore into.
    const run = promisify(execFile);
    for (const command of [['verify'], ['restore', '--without-ended']])
      await run(process.execPath, [...serverCommand(), ...command, file], { env: settings('newer') });
    const restored = await openPglite({ dataDir: join(folder, 'newer') });
    expect(await migrate(restored)).toEqual([]);
    await restored.close();
  },
);
