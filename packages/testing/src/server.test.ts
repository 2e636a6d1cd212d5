import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as embedded from '@parley/server/embedded';
import type * as Platform from './platform.ts';
import { startLocalServer } from './server.ts';

test('what the server gives is what this package says that it is', () => {
  const given: typeof Platform = embedded satisfies typeof Platform;
  expect(Object.keys(given).sort()).toEqual(['openMemory', 'openPlatform']);
});

/** Each server starts a database of its own. */
const patience = { timeout: 180_000 };

const signUp = (baseUrl: string, handle: string) =>
  fetch(`${baseUrl}/v1/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle, displayName: 'Ada', password: 'correct horse battery' }),
  });

test('a local server answers until it is stopped', patience, async () => {
  const server = await startLocalServer();
  onTestFinished(() => server.stop());
  expect((await signUp(server.baseUrl, 'ada')).status).toBe(201);
  await server.stop();
  await expect(fetch(server.baseUrl)).rejects.toThrow();
});

test('a data folder keeps what was there when its server stopped', patience, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-testing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startLocalServer({ dataDir: folder });
  expect((await signUp(first.baseUrl, 'ada')).status).toBe(201);
  await expect(startLocalServer({ dataDir: folder })).rejects.toThrow('in use by another server');
  await first.stop();
  const second = await startLocalServer({ dataDir: folder });
  onTestFinished(() => second.stop());
  expect((await signUp(second.baseUrl, 'ada')).status).toBe(409);
});

test('a setting that nobody knows is refused with its name', async () => {
  await expect(startLocalServer({ settings: { PARLEY_APROVAL_TTL: '1h' } })).rejects.toThrow('PARLEY_APROVAL_TTL');
});
