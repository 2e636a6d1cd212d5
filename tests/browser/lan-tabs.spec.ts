import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { say } from './demo.ts';
import { freshHandle } from './fresh-handle.ts';

/** A server in a local network, by a name and plain http: no locks, no service worker, no `crypto.randomUUID`. */
const name = 'parley.lan';
let server: ChildProcess;
let browser: Browser;
let base: string;
const folder = mkdtempSync(join(tmpdir(), 'parley-lan-'));

test.beforeAll(async ({ launchOptions }) => {
  test.setTimeout(90_000);
  const port = await freePort();
  base = `http://${name}:${port}`;
  server = spawn(process.execPath, ['packages/server/dist/main.js'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      PARLEY_PORT: String(port),
      PARLEY_DATA_DIR: folder,
      PARLEY_DEMO: '1',
      PARLEY_RATE_LIMIT: 'off',
      PARLEY_ALLOWED_HOSTS: name,
    },
    stdio: 'ignore',
  });
  const rule = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
  browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
});
test.afterAll(async () => {
  await browser.close();
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Signs up from the page itself: the name of the server is known to the browser alone. */
async function signUpHere(page: Page): Promise<void> {
  await page.goto('/sign-in');
  const data = { handle: freshHandle('Ada'), displayName: 'Ada', password: 'a long enough password' };
  const status = await page.evaluate(async (profile) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/v1/users', { method: 'POST', headers, body: JSON.stringify(profile) })).status;
  }, data);
  expect(status).toBe(201);
  await page.goto('/');
}

test('§27 seven tabs over plain http by a LAN name load, share one stream, and hand it on', async () => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: base });
  const open = new Set<string>();
  const watch = (page: Page, at: number) => {
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/feed')) open.add(String(at));
    });
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/v1/feed')) open.delete(String(at));
    });
    page.on('close', () => open.delete(String(at)));
  };
  const first = await context.newPage();
  watch(first, 0);
  await signUpHere(first);
  expect(await first.evaluate(() => [window.isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  await first.getByRole('button', { name: 'New conversation' }).first().click();
  await first.getByLabel('With an agent').fill('showcase');
  await first.getByRole('radio', { name: /Showcase/ }).click();
  await first.getByRole('button', { name: 'Start' }).click();
  await first.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
  const pages = [first];
  for (let at = 1; at < 7; at += 1) {
    const page = await context.newPage();
    watch(page, at);
    await page.goto(first.url());
    await page.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
    pages.push(page);
  }
  await expect.poll(() => open.size).toBe(1);
  await say(pages[6] as Page, 'seen by all seven');
  for (const page of pages) {
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'seen by all seven' })).toHaveCount(1);
  }
  await first.close();
  await say(pages[6] as Page, 'seen by the rest');
  for (const page of pages.slice(1)) {
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'seen by the rest' })).toHaveCount(1);
  }
  await expect.poll(() => open.size).toBe(1);
});
