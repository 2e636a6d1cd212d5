import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { expect } from '@playwright/test';
import { prepareDataFolder } from '../../packages/server/src/testing/prepared-folder.ts';

/**
 * Starts a built server on a folder and a port of its own, and waits until it is ready. Prepares the folder if it is empty. The caller ends
 * the server. `shownPort` is the port that browsers use, if there is a proxy.
 */
export async function startServer(
  folder: string,
  port: number,
  onStart: (server: ChildProcess) => void,
  shownPort = port,
): Promise<ChildProcess> {
  await prepareDataFolder(folder);
  const server = spawn(process.execPath, ['packages/server/dist/main.js'], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: String(port),
      PARLEY_BASE_URL: `http://127.0.0.1:${shownPort}`,
      PARLEY_RATE_LIMIT: 'off',
    },
    stdio: 'ignore',
  });
  onStart(server);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  return server;
}
