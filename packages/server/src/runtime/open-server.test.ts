import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../platform/settings/config.ts';
import { openServer } from './open-server.ts';
import { startTestServer } from '../testing/app.ts';
import { prepareDataFolder } from '../testing/prepared-folder.ts';

it(
  'leaves nothing open where it cannot listen or be reached, so that another port will do',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-open-'));
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(async () => {
      other.close();
      await rm(folder, { recursive: true, force: true });
    });
    await once(other, 'listening');
    await prepareDataFolder(folder);
    const open = (port: number, demo = '0') =>
      openServer({
        config: readConfig({ PARLEY_DATA_DIR: folder, PARLEY_PORT: String(port), PARLEY_DEMO: demo }),
        log: pino({ level: 'silent' }),
      });

    await expect(open((other.address() as AddressInfo).port)).rejects.toThrow('PARLEY_PORT');
    // A port of X11, which fetch does not open.
    await expect(open(6000, '1')).rejects.toThrow('PARLEY_DEMO');
    const server = await open(0);
    expect((await fetch(`${server.localUrl}/healthz`)).status).toBe(200);
    await server.close(1000);
  },
);

it('leaves nothing in memory once it is closed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const app = await appOfClosedServer();
  await vi.waitFor(() => {
    collect();
    // A failure that had the server in it would print it, and keep it.
    expect(app.deref() === undefined).toBe(true);
  });
});

async function appOfClosedServer(): Promise<WeakRef<object>> {
  const server = await startTestServer();
  expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(200);
  await server.stop();
  return new WeakRef(server.app);
}
