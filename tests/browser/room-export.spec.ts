import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Download, Page } from '@playwright/test';
import { say, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

test('a conversation is saved as text or as data from its settings, by keyboard', async ({ showcase: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await say(page, 'remember the ficus');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  const settings = page.getByRole('region', { name: 'Room settings' });
  await settings.getByRole('button', { name: 'Room settings' }).click();
  const text = await saved(page, () => settings.getByRole('link', { name: 'Text (.md)' }).press('Enter'));
  expect(text.suggestedFilename()).toBe(`${roomOf(page)}.md`);
  expect(await contentOf(text)).toContain('> remember the ficus');
  const data = await saved(page, () => settings.getByRole('link', { name: 'Data (.json)' }).press('Enter'));
  const { items } = JSON.parse(await contentOf(data)) as { items: { body: string | null }[] };
  expect(items.map(({ body }) => body)).toContain('remember the ficus');
});

test('on a narrow screen the menu of a room offers the same', async ({ showcase: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('link', { name: 'Data (.json)' })).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const file = await saved(page, () => dialog.getByRole('link', { name: 'Text (.md)' }).click());
  expect(file.suggestedFilename()).toBe(`${roomOf(page)}.md`);
});

async function saved(page: Page, act: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await act();
  return download;
}

async function contentOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

function roomOf(page: Page): string {
  return new URL(page.url()).pathname.replace('/c/', '');
}
