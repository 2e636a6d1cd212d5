import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { places, stopModel } from './screens/places.ts';
import { serveApp } from './screens/serve-app.ts';

// Takes the pictures in docs/screens of the built app, at both widths and in both themes: `npm run screens`.
const folder = join(import.meta.dirname, '..', 'docs', 'screens');
const widths = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;
const themes = ['light', 'dark'] as const;

const app = await serveApp();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ baseURL: app.baseUrl, viewport: widths[0], reducedMotion: 'reduce' });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, go } of places) {
    await page.setViewportSize(widths[0]);
    await go(page);
    await take(page, name);
    console.log(name);
  }
} finally {
  await browser.close();
  await stopModel();
  app.close();
}

async function take(page: Page, name: string): Promise<void> {
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      // What comes with a width or a theme is there after a moment, and nothing tells when.
      await page.waitForTimeout(400);
      const path = join(folder, `${name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path });
    }
  }
}
