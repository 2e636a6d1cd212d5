import { expect, test, type Page } from '@playwright/test';
import { looks, violationsOf, wcag } from './violations-of.ts';

/** A page of each kind: prose with pictures, diagrams and tabs, a block, a long table, a reference, and the one that is not there. */
const addresses = ['', '/start', '/concepts', '/blocks', '/blocks/card', '/errors', '/reference/sdk', '/nowhere'];
const rules = [...wcag, 'best-practice'];

async function open(page: Page, address: string): Promise<string[]> {
  const own = test.info().project.use.baseURL ?? '';
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${own}/`)) complaints.push(request.url());
  });
  await page.goto(`/docs/guide${address}`);
  return complaints;
}

for (const { width, colorScheme } of looks)
  test(`§6 the guide is in order at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    // Every rule is asked of every page.
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const address of addresses) {
      const complaints = await open(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      expect(await violationsOf(page, rules), address).toEqual([]);
      expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
    }
  });

test('§6 the guide is searched and opened by the keyboard alone', async ({ page }) => {
  await open(page, '/start');
  await page.keyboard.press('/');
  await page.keyboard.type('lambda');
  const hits = page.locator('#hits a');
  await expect(hits.first()).toContainText('Deploy on Lambda');
  await page.keyboard.press('ArrowDown');
  await expect(hits.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hits.first()).toBeHidden();
  await page.getByRole('searchbox').fill('zzyzx');
  await expect(page.getByText('Nothing has these words.')).toBeVisible();
  await page.getByRole('searchbox').fill('tool use');
  await expect(hits.first()).toContainText('Tool use');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tool use' })).toBeVisible();
});

test('§6 who reads Python in the guide on one page reads it on the next', async ({ page }) => {
  await open(page, '/blocks/card');
  await page.getByRole('tab', { name: 'JSON' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'TypeScript' })).toBeFocused();
  await expect(page.getByText("from '@parley/agent-sdk'")).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByText("from '@parley/agent-sdk'")).toBeHidden();
  await open(page, '/start');
  await expect(page.getByRole('tab', { name: 'Python' }).first()).toHaveAttribute('aria-selected', 'true');
});

test('§6 the theme that is chosen in the guide holds on its next page, for its pictures too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/blocks/card');
  const [day, night] = [page.locator('img.by-day'), page.locator('img.by-night')];
  await expect(day).toBeVisible();
  await expect(night).toBeHidden();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect(night).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(day).toBeHidden();
});

test('§6 on a narrow screen the pages of the guide are a list that opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/start');
  const list = page.getByRole('navigation', { name: 'Pages' });
  await expect(list).toBeHidden();
  await page.getByRole('link', { name: 'Pages' }).click();
  await expect(list).toBeVisible();
  await list.getByRole('link', { name: 'Close the list' }).click();
  await expect(list).toBeHidden();
  await page.getByRole('link', { name: 'Pages' }).click();
  await list.getByRole('link', { name: 'Concepts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Concepts' })).toBeVisible();
  await expect(list).toBeHidden();
});

test('§6 the guide is read without its scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/docs/guide/blocks/card');
  await expect(page.getByRole('group', { name: 'card.json' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'card.py' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await context.close();
});
