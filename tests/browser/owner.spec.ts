import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, RefusedError } from '@parley/agent-sdk';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { newPerson, say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { freshHandle } from './fresh-handle.ts';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';

const running: ChildProcess[] = [];
test.afterEach(() => {
  // With what it started: a shell does not take its curl along.
  for (const { pid } of running.splice(0)) if (pid !== undefined) process.kill(-pid);
});

async function expectFits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

interface Registered {
  readonly agentId: string;
  readonly credentialId: string;
  readonly secret: string;
}

/** Registers an agent by its manifest as a file would say it. */
async function register(page: Page, more: object = {}): Promise<Registered> {
  const manifest = {
    version: '1',
    handle: freshHandle('echo'),
    name: 'Echo',
    description: 'Says back what it hears.',
    transport: 'relay',
    ...more,
  };
  const response = await page.request.post('/v1/agents', { data: { manifest } });
  const { item, credential } = (await response.json()) as {
    item: { agentId: string };
    credential: Omit<Registered, 'agentId'>;
  };
  return { agentId: item.agentId, ...credential };
}

async function openRoom(page: Page, agentId: string): Promise<string> {
  const response = await page.request.post('/v1/conversations', { data: { agentIds: [agentId] } });
  return ((await response.json()) as { item: { conversationId: string } }).item.conversationId;
}

/** The names that the page gives, as an environment. */
async function namesOn(page: Page): Promise<Record<string, string>> {
  const commands = (await page.getByRole('region', { name: 'Commands' }).textContent()) ?? '';
  return Object.fromEntries(
    [...commands.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value.replaceAll("'", '')]),
  );
}

interface StartOptions {
  /** Values that the page does not know any more. */
  readonly names?: Record<string, string>;
  /** Where a program for webhooks listens in place of 8080. */
  readonly port?: number;
  readonly isPiped?: boolean;
}

/** Saves the program of the page and starts it with the names of the page. */
async function start(
  page: Page,
  folder: string,
  [first, ...rest]: readonly [string, ...string[]],
  file: string,
  { names, port, isPiped = false }: StartOptions = {},
): Promise<ChildProcess> {
  const program = (await page.getByRole('region', { name: 'Program' }).textContent()) ?? '';
  await writeFile(join(folder, file), port === undefined ? program : program.replaceAll('8080', String(port)));
  const env = { ...process.env, ...(await namesOn(page)), ...names, no_proxy: '*' };
  const child = spawn(first, [...rest, file], {
    cwd: folder,
    env,
    detached: true,
    stdio: isPiped ? ['ignore', 'pipe', 'ignore'] : 'ignore',
  });
  if (!isPiped) running.push(child);
  return child;
}

/** A folder with nothing in it but what `npm install @parley/agent-sdk` puts there. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-agent-'));
  await mkdir(join(folder, 'node_modules/@parley'), { recursive: true });
  await symlink(resolve('packages/agent-sdk'), join(folder, 'node_modules/@parley/agent-sdk'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  return folder;
}

for (const { language, file, command } of [
  { language: 'TypeScript', file: 'agent.ts', command: [resolve('node_modules/.bin/tsx')] },
  { language: 'Python', file: 'agent.py', command: ['python3'] },
  { language: 'curl', file: 'agent.sh', command: ['sh'] },
] as const) {
  test(`the ${language} program of the connect page runs in an empty folder, and the page sees it come`, async ({
    page,
  }) => {
    const folder = await emptyFolder();
    await newPerson(page, 'Ada');
    await page.goto('/agents/new');
    await page.getByLabel('Name', { exact: true }).fill('Echo');
    await page.getByLabel('Username').fill(freshHandle('echo'));
    await page.getByLabel('Description').fill('Says back what it hears.');
    await page.getByRole('button', { name: 'Register agent' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for your agent…' })).toBeVisible();

    await page.getByRole('tab', { name: 'TypeScript' }).focus();
    const steps = { TypeScript: 0, Python: 1, curl: 2 }[language];
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: language })).toBeFocused();
    await expect(page.getByRole('tab', { name: language })).toHaveAttribute('aria-selected', 'true');
    await expectNoViolations(page);
    await start(page, folder, command, file);
    await expect(page.getByRole('status').filter({ hasText: 'Connected ✓' })).toBeVisible({ timeout: 15_000 });

    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page, 360);
    if (language !== 'curl') {
      await page.getByRole('button', { name: 'Talk with it' }).click();
      await say(page, 'Are you there?');
      await expect(page.getByRole('article', { name: 'Echo' }).last()).toContainText('You said: Are you there?');
    }
    await rm(folder, { recursive: true, force: true });
  });
}

for (const { language, file, command } of [
  { language: 'TypeScript', file: 'agent.ts', command: [resolve('node_modules/.bin/tsx')] },
  { language: 'Python', file: 'agent.py', command: ['python3'] },
] as const) {
  test(`the ${language} program of an agent on webhooks answers, and so does its address to curl`, async ({ page }) => {
    const folder = await emptyFolder();
    const port = await freePort();
    await signUp(page, 'Ada');
    const webhook_url = `http://127.0.0.1:${port}/`;
    const { agentId, credentialId, secret } = await register(page, { transport: 'webhook', webhook_url });
    const room = await openRoom(page, agentId);
    await page.goto(`/agents/${agentId}/connect`);
    const names = { PARLEY_CREDENTIAL_ID: credentialId, PARLEY_AGENT_SECRET: secret };
    await page.getByRole('tab', { name: language }).click();
    await start(page, folder, command, file, { names, port });
    await page.getByRole('tab', { name: 'curl' }).click();
    const answered = async () => {
      const child = await start(page, folder, ['sh'], 'agent.sh', { names, isPiped: true });
      let said = '';
      child.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()));
      await new Promise((done) => child.once('close', done));
      return said.split('\r\n')[0];
    };
    await expect.poll(answered, { timeout: 15_000 }).toContain(' 200 ');
    await page.request.post(`/v1/conversations/${room}/messages`, { data: { text: 'Are you there?' } });
    await expect(page.getByRole('status').filter({ hasText: 'Connected ✓' })).toBeVisible({ timeout: 15_000 });
    await page.goto(`/c/${room}`);
    await expect(page.getByRole('article', { name: 'Echo' }).last()).toContainText('You said: Are you there?');
    await rm(folder, { recursive: true, force: true });
  });
}

test('an agent is registered by a file, with the fault at its place, and edited by both ways', async ({ page }) => {
  await signUp(page, 'Ada');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/agents/new');
  await page.getByRole('tab', { name: 'File' }).click();
  const manifest = {
    version: '1',
    handle: freshHandle('filed'),
    name: 'Filed',
    description: 'Comes by file.',
    transport: 'relay',
    requested_scopes: [{ scope: 'Not A Scope', reason: 'To see the fault.' }],
  };
  const asFile = (value: object) => ({
    name: 'manifest.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(value)),
  });
  await page.getByLabel('Choose a file').setInputFiles(asFile(manifest));
  await page.getByRole('button', { name: 'Register agent' }).last().click();
  await expect(page.getByText('At /requested_scopes/0/scope:')).toBeVisible();
  await expect(page.locator('mark')).toHaveText('"Not A Scope"');
  await expectNoViolations(page);
  await expectFits(page, 360);
  const mended = { ...manifest, requested_scopes: [{ scope: 'coin.charge', reason: 'To sell tea.' }] };
  await page.getByLabel('Choose a file').setInputFiles(asFile(mended));
  await page.getByRole('button', { name: 'Register agent' }).last().click();
  await expect(page.getByRole('heading', { name: 'Filed is registered' })).toBeVisible();
  await expectFits(page, 360);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit Filed' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' well');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Filed well', level: 1 })).toBeVisible();
  await expect(page.getByText('To sell tea.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('tab', { name: 'File' }).click();
  const text = page.getByLabel('Manifest (JSON)');
  await text.fill((await text.inputValue()).replace('Filed well', 'Filed again'));
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await expect(page.getByRole('heading', { name: 'Filed again', level: 1 })).toBeVisible();
});

test('pausing says what it does, before and after, and the list says how each agent is connected', async ({ page }) => {
  await signUp(page, 'Ada');
  const { agentId } = await register(page);
  const room = await openRoom(page, agentId);
  await page.goto(`/agents/${agentId}`);
  await expect(page.getByText('What waits for it is kept and goes out when you resume.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Never connected');
  await page.request.post(`/v1/conversations/${room}/messages`, { data: { text: 'Are you there?' } });
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/It is paused: nothing is sent to it.* 1 message is kept for it/)).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.goto('/agents');
  await expect(page.getByRole('listitem').filter({ hasText: 'Echo' })).toContainText(/Never connected|Not connected/);
  await expectNoViolations(page);
});

test('a delivery is followed from its message to the fault in what the agent sent, and copied as a test', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page, 'Ada');
  const credential = await register(page);
  const room = await openRoom(page, credential.agentId);
  const agent = new Agent({ baseUrl: baseURL ?? '', ...credential, log: () => undefined });
  const details = { code: 'block_invalid', status: 400, message: 'A value is negative.' } as const;
  agent.on('message.created', () => {
    throw new RefusedError({ ...details, path: '/blocks/0/series', reason: 'chart_pie_negative' });
  });
  await agent.startRelay();
  await page.goto(`/c/${room}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await say(page, 'Draw me a pie');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('log').getByText(/Echo”? could not answer/)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Delivery details' })).toHaveCount(1);
  expect(await again.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(48);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Delivery details' }).click();
  await expect(page.getByRole('heading', { name: 'Delivery', level: 1 })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('/blocks/0/series');
  await expect(page.getByRole('region', { name: 'Body' })).toContainText('Draw me a pie');
  await expect(page.getByRole('region', { name: 'Headers' })).toContainText(
    `Authorization: HMAC ${credential.agentId}/`,
  );
  await expect(page.getByRole('heading', { name: 'Attempt 1' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Copy as a failing test' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("import { createWorld } from '@parley/testing';");
  expect(copied).toContain('Draw me a pie');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page);
  await expectFits(page, 360);
  await page.getByRole('button', { name: 'Replay' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is sent again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Attempt 2' })).toBeVisible({ timeout: 15_000 });
  await agent.stop();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/agents/${credential.agentId}`);
  await page.getByRole('button', { name: 'Delivered', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Delivery', level: 1 })).toBeVisible();
});
