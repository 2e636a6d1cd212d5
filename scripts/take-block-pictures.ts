import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { blockTypes, type BlockType } from '@parley/protocol';
import { createServer } from 'vite';

/**
 * Takes the pictures of the guide's pages about blocks: the sample of each, drawn by the app itself, in both themes, for screens with two
 * pixels a pixel. `npm run block-pictures`.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/guide/pictures');
const development = await createServer({
  configFile: join(root, 'packages/web/vite.config.ts'),
  logLevel: 'error',
  server: { port: 0, proxy: {}, hmr: false },
});
await development.listen();
const gallery = `${development.resolvedUrls?.local[0]}gallery.html`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({
    viewport: { width: 520, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Zurich',
    locale: 'en',
  });
  const garden = await readFile(join(root, 'scripts/screens/garden.svg'));
  await page.route('**/v1/assets/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: garden }));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const type of blockTypes) await take(page, type);
  await packScreens(page);
} finally {
  await browser.close();
  await development.close();
}

/** The screen on the first page, out of docs/screens, as small as the rest. */
async function packScreens(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    const bytes = await readFile(join(root, `docs/screens/approval-1280-${colorScheme}.png`));
    await page.setContent(`<img src="data:image/png;base64,${bytes.toString('base64')}" width="640" height="400">`);
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    const { x, y, width, height } = (await page.locator('img').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 640,
      height: 400,
    };
    const clip = { x, y, width, height, scale: 2 };
    const options = { format: 'webp', quality: 80, clip, captureBeyondViewport: true } as const;
    const { data } = await devtools.send('Page.captureScreenshot', options);
    await writeFile(join(folder, `room-${colorScheme}.webp`), Buffer.from(data, 'base64'));
  }
}

async function take(page: Page, type: BlockType): Promise<void> {
  const block = await readFile(join(root, `examples/guide/blocks/${type}.json`), 'utf8');
  const isAsked = type === 'approval_request';
  // Another fragment alone would not load the page anew.
  await page.goto('about:blank');
  await page.goto(isAsked ? gallery : `${gallery}#${encodeURIComponent(block)}`);
  const section = page.locator(`section[aria-label="${isAsked ? 'asks: to be decided' : 'given'}"]`);
  await section.locator(':scope > *').nth(1).waitFor();
  for (const step of await section.locator('details:not([open]) > summary').all()) await step.click();
  // What a block brings along comes after it.
  await page.waitForTimeout(1500);
  const devtools = await page.context().newCDPSession(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(300);
    const clip = await section.evaluate((element) => {
      const parts = [...element.children].slice(1).map((part) => part.getBoundingClientRect());
      const [left, top] = [Math.min(...parts.map(({ x }) => x)), Math.min(...parts.map(({ y }) => y))];
      const right = Math.max(...parts.map((part) => part.right));
      const bottom = Math.max(...parts.map((part) => part.bottom));
      const around = 12;
      return {
        x: Math.max(0, left - around),
        y: top + scrollY - around,
        width: right - left + 2 * around,
        height: bottom - top + 2 * around,
      };
    });
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 80,
      clip: { ...clip, scale: 2 },
      captureBeyondViewport: true,
    });
    await writeFile(join(folder, `${type}-${colorScheme}.webp`), Buffer.from(data, 'base64'));
  }
  console.log(type);
}
