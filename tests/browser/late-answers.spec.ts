import { expect } from '@playwright/test';
import type { Page, Response } from '@playwright/test';
import { say, test } from './demo.ts';

// A worker that answers from what it kept would be asked instead of the server.
test.use({ serviceWorkers: 'block' });

const its = (page: Page) => page.getByRole('article', { name: 'Showcase' });
const mine = (page: Page) => page.getByRole('article', { name: 'You' });

/** Has the server answer the second reading of the newest messages at once, and the answer come when it is let go. */
async function holdBackSecond(page: Page) {
  const signals = gate();
  const answered = gate();
  const held = gate();
  let readings = 0;
  await page.route('**/v1/feed*', async (route) => {
    await signals.opened;
    await route.continue();
  });
  await page.route('**/messages?limit=50', async (route) => {
    readings += 1;
    const response = await route.fetch();
    if (readings === 2) {
      answered.open();
      await held.opened;
    }
    await route.fulfill({ response });
  });
  return {
    /** Once the signals have begun everything is read again. */
    async begin() {
      signals.open();
      await answered.opened;
    },
    async letGo() {
      const arrives = page.waitForResponse('**/messages?limit=50');
      held.open();
      await arrived(page, arrives);
    },
  };
}

async function arrived(page: Page, response: Promise<Response>) {
  await (await response).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test('a reading of a room that comes late takes nothing away that was said since the server answered it', async ({
  showcase: page,
}) => {
  // Without the panel beside it, the heading is that of the empty room.
  await page.setViewportSize({ width: 700, height: 780 });
  const room = page.getByRole('heading', { name: 'Showcase', level: 2 });
  // The readings are counted from the next one on.
  await room.waitFor();
  const late = await holdBackSecond(page);
  // A reading that has not ended is not begun again by the signals.
  const first = page.waitForResponse('**/messages?limit=50');
  await page.reload();
  await arrived(page, first);
  await room.waitFor();
  await late.begin();
  await say(page, 'help');
  await expect(its(page)).toBeVisible();
  await late.letGo();
  await expect(its(page)).toBeVisible();
  await expect(mine(page)).toHaveText(/help/);
});
