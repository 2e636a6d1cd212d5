import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The rules of WCAG 2.2 AA, as axe calls them. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that the colours of a theme can break. */
export const ofColours = ['color-contrast', 'link-in-text-block'];

/** Each width and each theme once, for pages that take long: few rules depend on both. */
export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What on a page breaks a rule of those named, by themselves or by their tags, or of all that axe knows: `rule: where`, each. */
export async function violationsOf(page: Page, only: readonly string[] | null = null): Promise<string[]> {
  // A page keeps axe until it is left: loading it takes a third of a look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  // Without the lists of what is right: a page of five thousand elements takes half the time.
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) };
  return page.evaluate(async (asked) => {
    const inPage = globalThis as unknown as { readonly axe: typeof axe };
    const { violations } = await inPage.axe.run(document, asked);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, options);
}
