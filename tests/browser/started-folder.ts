import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '@parley/server/embedded';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';

let template: Promise<string> | undefined;

/** Makes a data folder as a first start leaves it. A start on it takes half the processor time of a first one. */
export async function startedFolder(): Promise<string> {
  const from = await (template ??= startOnce());
  const folder = mkdtempSync(join(tmpdir(), 'parley-started-'));
  cpSync(from, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return folder;
}

async function startOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-template-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const port = String(await freePort());
  const platform = await openPlatform({
    env: {
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: port,
      PARLEY_BASE_URL: `http://127.0.0.1:${port}`,
      PARLEY_LOG_LEVEL: 'silent',
      PARLEY_DEMO: '0',
    },
  });
  await platform.close(1000);
  return folder;
}
