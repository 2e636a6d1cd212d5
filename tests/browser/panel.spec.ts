import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './gardener.ts';

test('beside a room stands what its agent may do and does, and it can be closed for good', async ({
  shop: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText([
    'Gardener',
    'Permissions',
    'Now',
    'Room settings',
  ]);
  await expect(panel.getByRole('button', { name: /Leave|Mute|Rename|Remove|Block/ })).toHaveCount(0);
  // It once had 14 controls open.
  const controls = panel
    .locator('button, a, input, select, textarea, [role="switch"], summary')
    .filter({ visible: true });
  expect(await controls.count()).toBeLessThan(8);
  await panel.getByRole('button', { name: 'Room settings' }).click();
  await expect(panel.getByRole('button', { name: 'Leave…' })).toBeVisible();
  await panel.getByRole('button', { name: 'Room settings' }).click();
  const scope = panel.getByRole('switch', { name: 'coin.charge' });
  await expect(scope).toBeChecked();
  await expect(panel).toContainText('Connected');
  await expectNoViolations(page);
  await scope.focus();
  await page.keyboard.press('Space');
  await expect(panel).toContainText('not granted');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(scope).not.toBeChecked();
});

test('on a narrow screen the same comes from below, and goes with Escape', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const button = page.getByRole('button', { name: 'Details' });
  // On a wide screen the panel was open, and the same key closes it.
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Details' });
  await expect(sheet.getByRole('heading', { name: 'Permissions' })).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('an open task is seen in the panel and cancelled there', async ({ shop: { page, room } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const given = await page.request.post(`/v1/conversations/${room}/tasks`, {
    data: { title: 'Water the ficus', instructions: 'wait for me' },
  });
  expect(given.ok()).toBe(true);
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('Water the ficus');
  await now.getByRole('button', { name: 'Cancel task Water the ficus' }).click();
  await now.getByRole('button', { name: 'Cancel task' }).click();
  await expect(now).toContainText('doing nothing');
});

test('an answer is stopped from the panel, where it is said to go on', async ({ shop: { page, agent } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  agent.hears('tell', (ctx) => ctx.partial('Once upon a time'));
  await page.keyboard.type('tell');
  await page.keyboard.press('Enter');
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('Gardener is answering');
  await now.getByRole('button', { name: 'Stop the answer of Gardener' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You stopped the answer.')).toBeVisible();
  await expect(now).toContainText('doing nothing');
});

test('the files of a room stand in the panel, whoever showed them, and are saved from there', async ({
  shop: { page, room },
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  const here = page.getByRole('region', { name: 'Room settings' });
  await here.getByRole('button', { name: 'Room settings' }).click();
  await expect(here).toContainText('No files yet.');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Water on Monday.') });
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('textbox', { name: /^Message to/ }).press('Enter');
  const files = here.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await expect(files).toContainText('Text · 16 B');
  await expect(files).toContainText('Ada');
  await expectNoViolations(page);
  const saved = page.waitForEvent('download');
  await files.getByRole('link', { name: /note\.txt/ }).press('Enter');
  expect((await saved).suggestedFilename()).toBe('note.txt');

  for (let count = 0; count < 5; count += 1) {
    const multipart = { file: { name: `${count}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') } };
    const uploaded = await page.request.post('/v1/assets', { multipart });
    const { item } = (await uploaded.json()) as { item: { assetId: string } };
    await page.request.post(`/v1/conversations/${room}/attachments`, { data: { assetId: item.assetId } });
  }
  await expect(files.getByRole('listitem')).toHaveCount(5);
  await here.getByRole('button', { name: 'Show older files' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(6);
  await expect(files.getByRole('listitem').last()).toContainText('note.txt');
});
