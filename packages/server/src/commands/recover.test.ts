import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../platform/storage/migrate.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { startServerOn } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { call } from '../testing/contract/http.ts';
import { jsonInit, signUp } from '../testing/contract/person.ts';
import { runHere } from './fixtures/run-here.ts';
import { baseUrlOf } from './recover.ts';
import { embedded } from '../testing/databases-under-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-recover-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const link = /^(.*)\/recover#([\w-]{43})$/;
const printed = ({ out }: { readonly out: string }) => link.exec(out)?.slice(1) ?? [];

it.skipIf(embedded.skip)(
  '§14 prints a recovery link while the server runs and while it does not, and fails for nobody',
  async () => {
    const env = { PARLEY_DATA_DIR: folder, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const storage = await openStorage({ databaseUrl: null, dataDir: folder });
    await migrate(storage);
    const server = await startServerOn(storage, env);
    const root = await firstAdmin(server);
    const ada = await signUp(server);
    const running = await runHere({ ...env, PARLEY_PORT: '0' }, 'recover', ada.handle);
    const [base, token] = printed(running);
    expect([running.code, base]).toEqual([0, server.baseUrl]);
    const body = { token, password: 'staple of correct batteries' };
    const answer = await call(`${server.baseUrl}/v1/setup/recover`, jsonInit('POST', body));
    expect(answer.body.item).toMatchObject({ userId: ada.userId, role: 'admin' });
    expect(await runHere(env, 'recover', 'nobody-of-that-name')).toMatchObject({ code: 1 });
    expect(await runHere(env, 'audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
    await server.stop();
    const stopped = await runHere({ ...env, PARLEY_PORT: '0' }, 'recover', root.handle);
    expect([stopped.code, printed(stopped)[0]]).toEqual([0, '']);
    expect(stopped.err).toContain('at the address of the server');
    expect(await runHere(env, 'recover', 'nobody-of-that-name')).toMatchObject({ code: 1 });
    expect(await runHere(env, 'recover')).toMatchObject({ code: 1, err: expect.stringContaining('missing') });
  },
  120_000,
);

it.each([
  [{ host: '127.0.0.1', port: 4600, baseUrl: null }, undefined, 'http://127.0.0.1:4600'],
  [{ host: '0.0.0.0', port: 4600, baseUrl: null }, undefined, 'http://localhost:4600'],
  [{ host: '::1', port: 4600, baseUrl: null }, null, 'http://[::1]:4600'],
  [{ host: '127.0.0.1', port: 0, baseUrl: null }, 'http://127.0.0.1:4711', 'http://127.0.0.1:4711'],
  [{ host: '127.0.0.1', port: 0, baseUrl: 'https://parley.example' }, null, 'https://parley.example'],
  [{ host: '127.0.0.1', port: 0, baseUrl: null }, null, null],
])('prints the address of %j where the server says %j', (config, running, address) => {
  expect(baseUrlOf(config, running)).toBe(address);
});
