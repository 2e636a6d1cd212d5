import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { quiet } from './quiet.ts';

/** Every rule there is, those of good practice too. */
const breaksNone = (page: Page, name: string) => expectNoViolations(page, name, null);

test('the pages for those who are not signed in break no rule of WCAG 2.2 AA', async ({ page }) => {
  for (const [path, title] of [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create your account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await breaksNone(page, path);
  }
});

test('a page for somebody without rooms, and one that is not there, break none', async ({ page }) => {
  await signUp(page, 'Ada');
  await expect(page.getByRole('region', { name: 'Where to begin' }).getByRole('button').first()).toBeVisible();
  await breaksNone(page, 'home');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await breaksNone(page, 'nowhere');
});

test('a room with every block breaks none', async ({ showcase: page }) => {
  await say(page, 'show every block');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  await page.waitForTimeout(2000);
  await breaksNone(page, 'room');
});

test('the pages around agents break none', async ({ showcase: page }) => {
  for (const [path, title] of [
    ['/agents', 'Your agents'],
    ['/agents/new', 'Register an agent'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await breaksNone(page, path);
  }
});

test('the dialogs break none', async ({ showcase: page }) => {
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('With an agent').fill('showcase');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await breaksNone(page, 'new conversation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Go to a conversation')).toBeVisible();
  await breaksNone(page, 'switcher');
});

test('messages are headings under the room, so that one can jump between them', async ({ showcase: page }) => {
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' })).toBeVisible();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByRole('heading', { level: 2 })).toHaveText(['You', 'Showcase']);
});

test('no target is smaller than 24 pixels and nothing is wider than 320', async ({ showcase: page }) => {
  test.slow();
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const room = new URL(page.url()).pathname;
  const places = ['/agents/new', '/inbox', '/permissions', '/you/notifications', '/you/appearance', '/tasks', '/find'];
  for (const path of [room, ...places]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await quiet(page);
    const found = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      small: [...document.querySelectorAll('button, a[href], summary, input, select, textarea')].flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        const isInline = getComputedStyle(target).display === 'inline';
        const isSmall = width > 1 && height > 1 && !isInline && (width < 23.9 || height < 23.9);
        return isSmall ? [`${target.tagName} ${target.textContent} ${width}×${height}`] : [];
      }),
    }));
    expect(found, path).toEqual({ width: 320, small: [] });
  }
});
