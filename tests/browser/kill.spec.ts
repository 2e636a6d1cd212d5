import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import type { BrowserServer, Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { openRoom, registerGardener } from './gardener.ts';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { startServer as startOwnServer } from './own-server.ts';

const password = 'a long enough password';
const started: { server?: ChildProcess; browser?: BrowserServer; folder?: string } = {};

test.afterEach(async () => {
  started.server?.kill('SIGKILL');
  await started.browser?.kill();
  if (started.folder) rmSync(started.folder, { recursive: true, force: true });
});

async function startServer(folder: string, port: number): Promise<ChildProcess> {
  return startOwnServer(folder, port, (server) => (started.server = server));
}

/** A new browser that knows nothing of the one before, at this width. */
async function startBrowser(port: number, width: number): Promise<Page> {
  started.browser = await chromium.launchServer(test.info().project.use.launchOptions ?? {});
  const browser = await chromium.connect(started.browser.wsEndpoint());
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width, height: 740 },
  });
  return context.newPage();
}

async function signIn(page: Page, handle: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Username').fill(handle);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Inbox/ }).waitFor();
}

const card = (page: Page) => page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });
const approve = (page: Page) => card(page).getByRole('button', { name: 'Approve 3 coins' });

test('a question outlives the server and the browser, and what it allows is done once', async () => {
  test.setTimeout(180_000);
  const port = await freePort();
  const folder = (started.folder = mkdtempSync(join(tmpdir(), 'parley-kill-')));
  const first = await startServer(folder, port);
  const before = await startBrowser(port, 1280);
  const handle = await signUp(before, 'Ada');
  const { agent, agentId } = await registerGardener(before, `http://127.0.0.1:${port}`);
  const room = await openRoom(before, agentId);
  await agent.startRelay();
  await before.goto(`/c/${room}`);
  await say(before, 'ask');
  await expect(approve(before)).toBeEnabled();

  await started.browser?.kill();
  first.kill('SIGKILL');
  await once(first, 'exit');
  await startServer(folder, port);

  const wide = await startBrowser(port, 1280);
  await signIn(wide, handle);
  await wide.getByRole('link', { name: /^Inbox/ }).click();
  await expect(approve(wide)).toBeEnabled();
  const narrow = await wide.context().newPage();
  await narrow.setViewportSize({ width: 360, height: 740 });
  await narrow.goto('/inbox');
  await expect(card(narrow)).toContainText('Plant food, 1 l');
  await approve(narrow).click();
  await expect(card(narrow).getByRole('status')).toContainText(/^Approved by you/);
  await expect(card(wide).getByRole('status')).toContainText('Approved by you in another place');

  await wide.goto(`/c/${room}`);
  await expect(wide.getByRole('log')).toContainText('The tool has succeeded.', { timeout: 30_000 });
  const wallet = await wide.request.get('/v1/wallet');
  const { item } = (await wallet.json()) as { item: { entries: { amount: number }[] } };
  expect(item.entries.filter(({ amount }) => amount < 0)).toMatchObject([{ amount: -3 }]);
  await agent.stop();
});
