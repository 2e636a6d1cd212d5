import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { newPerson, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { freshHandle } from './fresh-handle.ts';

test('a new person registers an agent and sees its credential once', async ({ page }) => {
  const handle = await signUp(page, 'Ada');
  await expect(page.getByText('No conversations yet')).toBeVisible();

  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Register an agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Echo');
  await page.getByLabel('Username').fill(`echo-${handle}`.slice(0, 32));
  await page.getByLabel('Description').fill('Says back what it hears.');
  await page.getByRole('button', { name: 'Add a scope' }).click();
  await page.getByRole('textbox', { name: 'Scope' }).fill('proactive.message');
  await page.getByLabel('Reason').fill('To tell you when it is done.');
  await page.getByRole('button', { name: 'Register agent' }).click();

  await expect(page.getByRole('heading', { name: 'Echo is registered' })).toBeVisible();
  const commands = (await page.getByRole('region', { name: 'Commands' }).textContent()) ?? '';
  const secret = /PARLEY_AGENT_SECRET=(\S+)/.exec(commands)?.[1] ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible();
  await expect(page.getByRole('row', { name: /cred_/ })).toHaveCount(1);
  expect(await page.content()).not.toContain(secret);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Connect Echo' })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test('an owner gives an agent a picture, by keyboard, and takes it away; a file that is none is told', async ({
  page,
}) => {
  const handle = await newPerson(page, 'Ada');
  await page.goto('/agents/new');
  await page.getByLabel('Name', { exact: true }).fill('Faced');
  await page.getByLabel('Username').fill(`faced-${handle}`.slice(0, 32));
  await page.getByLabel('Description').fill('Has a face.');
  const choose = page.getByRole('button', { name: 'Choose a picture…' });
  // With no listener between two choices the browser may be told to open a dialog of its own for the second.
  page.on('filechooser', () => undefined);
  const chosen = async (name: string, mimeType: string, buffer: Buffer) => {
    await choose.focus();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await chosen('not.png', 'image/png', Buffer.from('no picture'));
  await expect(page.getByRole('alert')).toHaveText('Your browser cannot open this file as a picture.');
  await expect(choose).toHaveAccessibleDescription(/cannot open this file/);
  await chosen('large.png', 'image/png', await drawn(page));
  const remove = page.getByRole('button', { name: 'Remove the picture' });
  await expect(remove).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoViolations(page, 'manifest with a picture');
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(choose).toBeFocused();
  await chosen('large.png', 'image/png', await drawn(page));
  await expect(remove).toBeVisible();
  await page.getByRole('button', { name: 'Register agent' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect.poll(() => pictures(page)).toEqual(['56 × 56 of 224 × 224']);
  await page.getByRole('button', { name: 'Talk with it' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Faced' })).toBeVisible();
  await expect.poll(async () => new Set(await pictures(page))).toContain('36 × 36 of 224 × 224');

  // The initials come back where the picture does not.
  await page.route('**/v1/assets/*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message to Faced' })).toBeVisible();
  await expect.poll(() => pictures(page)).toEqual([]);
  await expect(page.locator('header').getByText('F', { exact: true }).first()).toBeVisible();
});

/** Returns a PNG that is larger than the pictures that are kept. */
async function drawn(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = '#c43';
    context.fillRect(0, 0, 640, 400);
    context.fillStyle = '#fd6';
    context.arc(320, 200, 150, 0, 7);
    context.fill();
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The drawn and the own size of the pictures of assets that have loaded. */
async function pictures(page: Page): Promise<string[]> {
  return page.locator('img[src^="/v1/assets/"]').evaluateAll((images) =>
    images
      .filter((image) => image instanceof HTMLImageElement)
      .map(
        ({ width, height, naturalWidth, naturalHeight }) =>
          `${width} × ${height} of ${naturalWidth} × ${naturalHeight}`,
      )
      .filter((sizes) => !sizes.endsWith('of 0 × 0')),
  );
}

test('who connects an agent, or looks into a menu, finds the guide', async ({ page }) => {
  const handle = await newPerson(page, 'Ada');
  await page.goto('/agents/new');
  await page.getByLabel('Name', { exact: true }).fill('Echo');
  await page.getByLabel('Username').fill(`echo-${handle}`.slice(0, 32));
  await page.getByLabel('Description').fill('Says back what it hears.');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await expect(page.getByRole('heading', { name: 'Echo is registered' })).toBeVisible();
  const opened = async (click: () => Promise<unknown>) => {
    const [guide] = await Promise.all([page.waitForEvent('popup'), click()]);
    const heading = (await guide.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const { pathname } = new URL(guide.url());
    await guide.close();
    return `${pathname}: ${heading.trim()}`;
  };
  const goOn = page.getByRole('link', { name: 'Go on in the guide' });
  for (const [language, place] of [
    ['TypeScript', /^\/docs\/guide\/start: /],
    ['Python', /^\/docs\/guide\/python: parley-agent/],
    ['curl', /^\/docs\/guide\/wire: /],
  ] as const) {
    await page.getByRole('tab', { name: language }).click();
    expect(await opened(() => goOn.click())).toMatch(place);
  }
  await page.goto('/');
  await page.getByRole('button', { name: new RegExp(`@${handle}`) }).click();
  const inMenu = page.getByRole('menuitem', { name: 'Guide for developers' });
  expect(await opened(() => inMenu.click())).toMatch(/^\/docs\/guide: /);
  await page.goto('/you');
  const settings = page.getByRole('navigation', { name: 'Your settings' });
  const inSettings = settings.getByRole('link', { name: 'Guide for developers' });
  expect(await opened(() => inSettings.click())).toMatch(/^\/docs\/guide: /);
});

test('an owner pauses, resumes and deletes an agent', async ({ page }) => {
  const handle = await newPerson(page, 'Grace');
  await page.goto('/agents/new');
  await page.getByLabel('Name', { exact: true }).fill('Short-lived');
  await page.getByLabel('Username').fill(`short-${handle}`.slice(0, 32));
  await page.getByLabel('Description').fill('Goes away again.');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete agent' }).click();
  await expect(page.getByText('You have no agents yet')).toBeVisible();
});

test('a message to an agent that does not listen says when it is tried again', async ({ page }) => {
  const handle = await newPerson(page, 'Edsger');
  await page.goto('/agents/new');
  await page.getByLabel('Name', { exact: true }).fill('Absent');
  await page.getByLabel('Username').fill(`absent-${handle}`.slice(0, 32));
  await page.getByLabel('Description').fill('Is never there.');
  await page.getByRole('button', { name: 'Register agent' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Talk with it' }).click();
  await page.getByRole('textbox', { name: 'Message to Absent' }).fill('Are you there?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Absent could not be reached. The next try is at/)).toBeVisible({ timeout: 15_000 });
});

test('a credential is issued beside the old one, which is revoked by keyboard', async ({ page }) => {
  await signUp(page, 'Ada');
  const manifest = {
    version: '1',
    handle: freshHandle('keys'),
    name: 'Keys',
    description: 'Has several.',
    transport: 'relay',
    requested_scopes: [],
  };
  const { item } = (await (await page.request.post('/v1/agents', { data: { manifest } })).json()) as {
    item: { agentId: string };
  };
  await page.goto(`/agents/${item.agentId}`);
  const credentials = page.getByRole('region', { name: 'Credentials' }).getByRole('row');
  await expect(credentials).toHaveCount(2);
  await page.getByRole('button', { name: 'Issue a credential' }).focus();
  await page.keyboard.press('Enter');
  const issued = page.getByRole('dialog', { name: 'A new credential' });
  await expect(issued).toContainText('The secret is shown this once.');
  await page.keyboard.press('Escape');
  await expect(credentials).toHaveCount(3);
  await credentials.last().getByRole('button', { name: 'Revoke…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(credentials.last()).toContainText('Revoked');
  await expect(credentials.nth(1)).not.toContainText('Revoked');
});
