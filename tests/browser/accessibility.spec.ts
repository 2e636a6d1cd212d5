import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, test } from './demo.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectNoViolations(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}

test('the pages for those who are not signed in break no rule of WCAG 2.2 AA', async ({ page }) => {
  for (const [path, title] of [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create your account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectNoViolations(page, path);
  }
});

test('a room with every block breaks none', async ({ showcase: page }) => {
  await say(page, 'show every block');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  await page.waitForTimeout(2000);
  await expectNoViolations(page, 'room');
});

test('the pages around agents break none', async ({ showcase: page }) => {
  for (const [path, title] of [
    ['/agents', 'Your agents'],
    ['/agents/new', 'Register an agent'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectNoViolations(page, path);
  }
});

test('the dialogs break none', async ({ showcase: page }) => {
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('With an agent').fill('showcase');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expectNoViolations(page, 'new conversation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Go to a conversation')).toBeVisible();
  await expectNoViolations(page, 'switcher');
});
