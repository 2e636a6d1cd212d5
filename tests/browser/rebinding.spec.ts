import { chromium, expect, test, type Browser, type Page } from '@playwright/test';

import { freshHandle } from './fresh-handle.ts';
/**
 * What a web page of somebody else's can do whose name points at this machine: for the browser it and the server are one origin
 * then, so no rule of the browser's holds it back.
 */
const name = 'rebound.example';
let browser: Browser;
let page: Page;

test.beforeAll(async ({ launchOptions }) => {
  const rebinding = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
  browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rebinding] });
});
test.beforeEach(async ({ baseURL }) => {
  page = await browser.newPage({ baseURL: rebound(baseURL) });
});
test.afterEach(() => page.close());
test.afterAll(() => browser.close());

const rebound = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', name);

/** What a script of the page gets that asks the server as its own. */
const fetched = (path: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([url, options]) => {
      const response = await fetch(url, options);
      return { status: response.status, text: await response.text() };
    },
    [path, init] as const,
  );

test('§10 a page with a rebound name is refused every page of the server', async () => {
  for (const path of ['/', '/sign-up', '/docs', '/metrics', '/openapi.json', '/v1/session']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(421);
    await expect(page.getByText('PARLEY_ALLOWED_HOSTS=rebound.example')).toBeVisible();
  }
});

test('§10 a script with a rebound name signs nobody up and reads no metrics', async () => {
  await page.goto('/healthz');
  const handle = freshHandle('rebound');
  const body = JSON.stringify({ handle, displayName: 'R', password: 'long enough words' });
  const signUp = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  for (const [path, init] of [
    ['/v1/users', signUp],
    ['/v1/session', signUp],
    ['/metrics', {}],
  ] as const) {
    const answer = await fetched(path, init);
    expect(answer.status, path).toBe(421);
    expect(answer.text, path).toContain('misdirected_request');
  }
  expect(await page.context().cookies()).toEqual([]);
});

test('§10 the same browser is served under the server’s own address', async ({ baseURL }) => {
  expect((await page.goto(`${baseURL}/sign-up`))?.status()).toBe(200);
  expect((await fetched('/metrics')).text).toContain('parley_open_connections');
});
