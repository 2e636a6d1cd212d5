import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../chromium-path.ts';

/** How long a step of a newcomer may take. */
export const patienceMs = 60_000;

/** Opens a page of Debian's Chromium, and closes it at the end. A failure says what the page showed and what its console said. */
export async function inBrowser(use: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const told: string[] = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    page.on('console', (line) => told.push(`${line.type()}: ${line.text()}`));
    page.on('pageerror', (error) => told.push(`thrown: ${error.message}`));
    page.on('requestfailed', (request) => told.push(`failed: ${request.method()} ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) told.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
    });
    await use(page).catch(async (error: unknown) => {
      const shown = await page
        .locator('body')
        .innerText({ timeout: 1000 })
        .catch(() => 'nothing');
      throw new Error(`At ${page.url()}:\n${shown}\nThe console:\n${told.join('\n')}`, { cause: error });
    });
  } finally {
    await browser.close();
  }
}
