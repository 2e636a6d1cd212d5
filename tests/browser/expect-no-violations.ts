import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ofColours, violationsOf, wcag } from './violations-of.ts';

let shots = 0;

/**
 * Holds a page to WCAG 2.2 AA, or to other rules (null: all), in both themes, and goes back to the light one; with SHOTS_IN it also leaves
 * pictures there.
 */
export async function expectNoViolations(
  page: Page,
  name = test.info().title,
  rules: readonly string[] | null = wcag,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOf(page, colorScheme === 'light' ? rules : ofColours), `${name}, ${colorScheme}`).toEqual(
      [],
    );
    await takeShot(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function takeShot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS_IN'];
  if (folder === undefined) return;
  const file = `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 60)}-${(shots += 1)}.png`;
  await page.screenshot({ path: `${folder}/${file}` });
}
