import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from '@playwright/test';
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { openRoom, registerGardener } from './gardener.ts';
import { openLine } from './line.ts';
import type { Line } from './line.ts';
import { startServer } from './own-server.ts';
import { quiet } from './quiet.ts';

const soon = { timeout: 20_000 };
const started: { server?: ChildProcess; folder?: string; line?: Line } = {};

plain.afterEach(async () => {
  await started.line?.close();
  started.server?.kill('SIGKILL');
  if (started.folder) rmSync(started.folder, { recursive: true, force: true });
});

/** What the page asks of the server and is answered, from now on. */
function answered(page: Page): Request[] {
  const seen: Request[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/v1/')) seen.push(response.request());
  });
  return seen;
}

const linesOf = (requests: readonly Request[]) =>
  requests.map((request) => {
    const { pathname, search } = new URL(request.url());
    return `${request.method()} ${pathname.replaceAll(/(cnv|msg|apr|inv|agt)_\w+/g, '$1')}${search}`;
  });

/** Reads of what the missed events name. Nothing else may be read. */
const named = [
  /^GET \/v1\/conversations\/cnv\/messages\?after=\d+&limit=200$/,
  /^GET \/v1\/conversations\/cnv\/messages\/msg$/,
  /^GET \/v1\/conversations\?limit=200$/,
  /^GET \/v1\/conversations\/cnv$/,
  /^GET \/v1\/approvals\b/,
  /^GET \/v1\/wallet\b/,
  /^GET \/v1\/notifications\b/,
  /^GET \/v1\/waiting$/,
  /^PUT \/v1\/conversations\/cnv\/read$/,
];

plain(
  '§26 a reconnect within five minutes is one request, and what was missed is shown',
  async ({ browser, playwright }) => {
    plain.setTimeout(240_000);
    const port = await freePort();
    const folder = (started.folder = mkdtempSync(join(tmpdir(), 'parley-feed-')));
    const line = (started.line = await openLine(port));
    await startServer(folder, port, (server) => (started.server = server), line.port);
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${line.port}` });
    const page = await context.newPage();
    await signUp(page, 'Ada');
    const { agent, agentId } = await registerGardener(page, `http://127.0.0.1:${port}`);
    agent.hears('plain', (ctx) => ctx.reply('An answer of meanwhile.'));
    await agent.startRelay();
    try {
      const room = await openRoom(page, agentId);
      await page.goto(`/c/${room}`);
      await say(page, 'plain');
      await expect(page.getByRole('log').getByText('An answer of meanwhile.')).toHaveCount(1, soon);
      await quiet(page);

      // Another device of the same person, past the line.
      const state = await context.storageState();
      const elsewhere = await playwright.request.newContext({
        baseURL: `http://127.0.0.1:${port}`,
        storageState: state,
      });
      line.cut();
      await expect(page.getByText('Reconnecting')).toBeVisible(soon);
      await send(elsewhere, room, 'plain');
      await send(elsewhere, room, 'ask');
      await expect.poll(async () => (await pending(elsewhere)).length, soon).toBe(1);

      const seen = answered(page);
      line.mend();
      await expect(page.getByRole('log').getByText('An answer of meanwhile.')).toHaveCount(2, { timeout: 40_000 });
      await expect(page.getByRole('button', { name: /^Approve .*once$/ })).toBeVisible(soon);
      await expect(page.getByText('Reconnecting')).toHaveCount(0, soon);
      await page.waitForTimeout(3000);
      const feeds = seen.filter((request) => request.url().endsWith('/v1/feed'));
      expect(feeds).toHaveLength(1);
      expect(await feeds[0]?.headerValue('last-event-id')).toMatch(/^[\w-]{22}\.\d+$/);
      const others = linesOf(seen.filter((request) => !feeds.includes(request)));
      expect(others.filter((each) => !named.some((pattern) => pattern.test(each)))).toEqual([]);
      expect(others.length, others.join('\n')).toBeLessThanOrEqual(8);
      await elsewhere.dispose();
    } finally {
      await agent.stop();
      await context.close();
    }
  },
);

async function send(elsewhere: APIRequestContext, room: string, text: string): Promise<void> {
  const answer = await elsewhere.post(`/v1/conversations/${room}/messages`, { data: { text } });
  expect(answer.status()).toBe(201);
}

async function pending(elsewhere: APIRequestContext): Promise<readonly unknown[]> {
  return ((await (await elsewhere.get('/v1/approvals?state=pending')).json()) as { items: unknown[] }).items;
}

test('§26 a tab that takes over the stream resumes it with one request', async ({ showcase: first, context }) => {
  test.setTimeout(120_000);
  const second = await context.newPage();
  await second.goto(first.url());
  await second.getByRole('textbox', { name: /^Message to/ }).waitFor();
  await say(first, 'seen by both');
  await expect(second.getByRole('article', { name: 'Showcase' }).last()).toBeVisible(soon);
  // The first has also said what it read.
  await quiet(first);
  await quiet(second);
  const seen = answered(second);
  await first.close();
  await expect.poll(() => seen.length, soon).toBeGreaterThan(0);
  await second.waitForTimeout(3000);
  expect(linesOf(seen)).toEqual(['GET /v1/feed']);
  expect(await seen[0]?.headerValue('last-event-id')).toMatch(/^[\w-]{22}\.\d+$/);
  await say(second, 'seen by the rest');
  await expect(second.getByRole('article', { name: 'Showcase' })).toHaveCount(2, soon);
});
