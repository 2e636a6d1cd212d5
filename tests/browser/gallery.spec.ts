import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { looks, violationsOf, wcag } from './violations-of.ts';

const configFile = fileURLToPath(new URL('../../packages/web/vite.config.ts', import.meta.url));

let development: ViteDevServer;

/** The gallery is for development alone, so its own server serves it. */
test.beforeAll(async () => {
  development = await createServer({ configFile, logLevel: 'error', server: { port: 0, proxy: {}, hmr: false } });
  await development.listen();
});

test.afterAll(() => development.close());

async function openGallery(page: Page): Promise<string[]> {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(galleryAddress()).origin) strangers.push(request.url());
  });
  await page.route('**/v1/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(galleryAddress());
  // The first visit builds what the page needs.
  await expect(page.getByRole('group', { name: /chart$/ })).toHaveCount(9, { timeout: 60_000 });
  await expect(page.locator('pre span').first()).toBeVisible();
  return strangers;
}

const galleryAddress = () => `${development.resolvedUrls?.local[0]}gallery.html`;

test.describe('every block in every state', () => {
  test.setTimeout(120_000);

  for (const { width, colorScheme } of looks)
    test(`breaks no rule of WCAG 2.2 AA and fits, ${colorScheme} at ${width} pixels`, async ({ page }, testInfo) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const strangers = await openGallery(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violationsOf(page, wcag)).toEqual([]);
      expect(strangers).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath(`gallery-${width}-${colorScheme}.png`), fullPage: true });
    });

  test('can be pressed with a thumb: no target is smaller than 24 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await openGallery(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, summary, input, select, textarea, section a[download]')].flatMap(
        (target) => {
          const { width, height } = target.getBoundingClientRect();
          const isInline = getComputedStyle(target).display === 'inline';
          return width > 0 && !isInline && (width < 24 || height < 24)
            ? `${target.textContent} ${width}×${height}`
            : [];
        },
      ),
    );
    expect(small).toEqual([]);
  });

  for (const width of [1280, 360])
    test(`a decision changes neither the size of its card nor the place of what stands below at ${width} pixels`, async ({
      page,
    }) => {
      // Too low for all of a card, so that Approve waits.
      await page.setViewportSize({ width, height: 300 });
      await openGallery(page);
      const card = page
        .getByRole('region', { name: 'asks: to be decided' })
        .getByRole('region', { name: /^Pay/ })
        .first();
      const size = async () => {
        const { width, height } = (await card.boundingBox()) ?? {};
        return [width, height];
      };
      const approve = card.getByRole('button', { name: 'Approve 3 coins' });
      await expect(card.getByRole('status')).toContainText('Approve waits');
      const before = await size();
      // Pressed before every row was in view, it goes to the next one.
      await expect(async () => {
        await approve.press('Enter');
        await expect(approve).not.toHaveAttribute('aria-disabled', { timeout: 100 });
      }).toPass();
      await expect(card.getByRole('status')).toHaveText('Nothing happens before you decide.');
      expect(await size()).toEqual(before);
      await approve.press('Enter');
      await expect(card.getByRole('status')).toContainText('Approved by you');
      expect(await size()).toEqual(before);
    });

  test.describe('with a finger', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

    test('whatever decides or answers is at least 44 pixels high', async ({ page }) => {
      await openGallery(page);
      const samples = page.getByRole('region', { name: /^(?:asks|form|buttons|card|date picker|notification)/ });
      const low = await samples.getByRole('button').evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { height } = button.getBoundingClientRect();
          return height < 44 ? `${button.textContent} ${height}` : [];
        }),
      );
      expect(low).toEqual([]);
      expect(await samples.getByRole('button').count()).toBeGreaterThan(20);
    });
  });

  test('a chart is walked with the keyboard and says each value', async ({ page }) => {
    await openGallery(page);
    const sample = page.getByRole('region', { name: 'chart, bar', exact: true });
    await sample.getByRole('img', { name: 'Mon · On foot: 34' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(sample.getByText('Tue · By cable car: 25')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(sample.getByRole('img', { name: 'Tue · By cable car: 25' })).not.toBeFocused();
  });

  test('a form is filled in, corrected and sent by keyboard alone', async ({ page }) => {
    await openGallery(page);
    const sample = page.getByRole('region', { name: 'form', exact: true });
    await sample.getByLabel(/Your name/).focus();
    await page.keyboard.press('Enter');
    await expect(sample.getByLabel(/Your name/)).toBeFocused();
    await expect(sample.getByText('Fill this in.')).toBeVisible();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(sample.getByText('You have answered this form.')).toBeVisible();
  });

  test('an event and a table leave the page as files and text of their own', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(galleryAddress()).origin });
    await openGallery(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save for your calendar' }).click();
    expect((await download).suggestedFilename()).toBe('event.ics');
    const table = page.getByRole('region', { name: 'table', exact: true });
    await table.getByRole('button', { name: 'Minutes' }).click();
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    await expect(table.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Mint,a cold morning,4');
  });
});
