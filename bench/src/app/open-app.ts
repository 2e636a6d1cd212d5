import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { endProcess, endWithBench } from '../processes/end-process.ts';
import { freePort } from '../processes/free-port.ts';

/** The built server on a data folder of its own, and a browser. */
export interface OpenApp {
  readonly baseUrl: string;
  /** A page that knows nothing yet but who is signed in. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

export async function openApp(): Promise<OpenApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-app-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['packages/server/dist/main.js'], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: String(port),
      PARLEY_BASE_URL: baseUrl,
      PARLEY_DEMO: '1',
      PARLEY_RATE_LIMIT: 'off',
    },
    stdio: 'ignore',
  });
  endWithBench(server);
  await untilReady(baseUrl);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
  const cookies = await signUp(browser, baseUrl);
  return {
    baseUrl,
    async newPage() {
      const context = await browser.newContext({ baseURL: baseUrl, storageState: { cookies, origins: [] } });
      return context.newPage();
    },
    async close() {
      await browser.close();
      await endProcess(server);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUp(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const body = { handle: 'ada', displayName: 'Ada', password: 'a long enough password' };
  const answer = await context.request.post('/v1/users', { data: body });
  if (!answer.ok()) throw new Error(`Nobody could sign up: ${answer.status()} ${await answer.text()}`);
  const { cookies } = await context.storageState();
  await context.close();
  return cookies;
}

async function untilReady(baseUrl: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not become ready within 30 s.');
}
