import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '@parley/server/embedded';
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { prepareDataFolder } from '../../packages/server/src/testing/prepared-folder.ts';

export interface Organisation {
  /** The page of the administrator. */
  readonly page: Page;
  /** Moves the server's time on. */
  readonly pass: (minutes: number) => void;
  /** Signs up somebody who is no administrator. */
  readonly join: (handle: string, displayName: string) => Promise<void>;
}

export const password = 'a long enough password';

/** A server with a clock of its own, and the page of its administrator, Ada. */
export const test = base.extend<{ organisation: Organisation; settings: Record<string, string>; host: string }>({
  // Settings of the server that a file of tests adds.
  settings: async ({}, use) => use({}),
  // The host of its public URL.
  host: async ({}, use) => use('127.0.0.1'),
  organisation: [
    async ({ browser, settings, host }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-organisation-'));
      await prepareDataFolder(folder);
      const port = await freePort();
      const baseURL = `http://${host}:${port}`;
      let passedMs = 0;
      const platform = await openPlatform({
        env: {
          PARLEY_DATA_DIR: folder,
          PARLEY_PORT: String(port),
          PARLEY_BASE_URL: baseURL,
          PARLEY_RATE_LIMIT: 'off',
          PARLEY_LOG_LEVEL: 'silent',
          PARLEY_DEMO: '0',
          PARLEY_BACKUP_DIR: join(folder, 'backups'),
          ...settings,
        },
        clock: {
          now: () => Date.now() + passedMs,
          after: (ms, work) => {
            const timer = setTimeout(work, ms).unref();
            return () => clearTimeout(timer);
          },
        },
      });
      const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(platform.setupUrl ?? '');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('link', { name: 'Server', exact: true }).waitFor();
      await use({
        page,
        pass: (minutes) => {
          passedMs += minutes * 60_000;
        },
        join: async (handle, displayName) => {
          const other = await browser.newContext({ baseURL });
          await other.request.post('/v1/users', { data: { handle, displayName, password } });
          await other.close();
        },
      });
      await context.close();
      await platform.close(1000);
      rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 60_000 },
  ],
});
