import { expect } from '@playwright/test';
import { signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, test } from './gardener.ts';

test('who needs to be let in asks, and the owner decides in the inbox or beside the agent', async ({
  garden: { page, agentId, manifest },
  browser,
}) => {
  test.slow();
  await call(page, 'PUT', `/v1/agents/${agentId}/manifest`, { manifest: { ...manifest, access: 'request' } });
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 360, height: 740 },
  });
  const guest = await context.newPage();
  await signUp(guest, 'Bob');
  await guest.goto(`/agents/${agentId}`);
  await expect(guest.getByRole('button', { name: 'Talk with it' })).toHaveCount(0);
  await guest.getByLabel('Note').click();
  await guest.keyboard.type('For our balcony.');
  await expectNoViolations(guest);
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('Its owner decides next.')).toBeVisible();

  await page.goto('/inbox');
  const asked = page.getByRole('region', { name: /^Bob asks to use Gardener/ });
  await expect(asked).toContainText('For our balcony.');
  await expectNoViolations(page);
  await asked.getByRole('button', { name: 'Deny' }).click();
  await expect(asked).toHaveCount(0);
  await expect(guest.getByText('denied your request')).toBeVisible();

  await page.goto(`/agents/${agentId}`);
  const requests = page.getByRole('region', { name: 'Access requests' });
  await expect(requests).toContainText('Denied');
  await expectNoViolations(page);
  await requests.getByRole('button', { name: 'Approve Bob' }).click();
  await expect(requests).toContainText('Approved');
  await guest.getByRole('button', { name: 'Talk with it' }).click();
  await expect(guest.getByRole('textbox', { name: /^Message to Gardener/ })).toBeVisible();
  await context.close();
});

test('an agent is muted for a time, heard less of, and left, on the page of permissions', async ({
  shop: { page },
}) => {
  await page.goto('/permissions');
  const gardener = page.getByRole('region', { name: 'Gardener' });
  await gardener.getByLabel('Mute', { exact: true }).selectOption('For 1 hour');
  await expect(gardener).toContainText('Muted until');
  await gardener.getByRole('button', { name: 'Unmute' }).click();
  await gardener.getByLabel('Mute', { exact: true }).selectOption('Until a date');
  await gardener.getByLabel('Muted until').fill('2031-05-04');
  await gardener.getByRole('button', { name: 'Mute until then' }).click();
  await expect(gardener).toContainText('2031');
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
  await gardener.getByLabel('Notify me about').selectOption({ index: 2 });
  await saved;
  await page.reload();
  await expect(gardener).toContainText('2031');
  await expect(gardener.getByLabel('Notify me about')).toHaveValue('decisions');
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await gardener.getByRole('button', { name: 'Leave room…' }).click();
  await page
    .getByRole('dialog', { name: 'Leave the room with Gardener?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(gardener.getByRole('button', { name: 'Leave room…' })).toHaveCount(0);
  const rooms = await page.request.get('/v1/conversations');
  expect(((await rooms.json()) as { items: unknown[] }).items).toEqual([]);
});
