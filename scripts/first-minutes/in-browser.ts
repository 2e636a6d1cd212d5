import { chromium, type Page } from '@playwright/test';

/** How long a step of a newcomer may take. */
export const patienceMs = 60_000;

/** Opens a page of Debian's Chromium, and closes it at the end. */
export async function inBrowser(use: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await use(page);
  } finally {
    await browser.close();
  }
}
