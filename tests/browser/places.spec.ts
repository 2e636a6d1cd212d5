import { expect } from '@playwright/test';
import { signUp, test } from './demo.ts';

const names = ['Inbox', 'Rooms', 'Agents', 'Find', 'You'];

test('five places stand at the left, and the one that is open says so', async ({ showcase: page }) => {
  const places = page.getByRole('navigation', { name: 'Places' });
  await expect(places.getByRole('link')).toHaveText(names.map((name) => new RegExp(`^${name}`)));
  await expect(places.locator('[aria-current="page"]')).toHaveText('Rooms');
  for (const [name, address] of [
    ['Inbox', '/inbox'],
    ['Agents', '/agents'],
    ['Rooms', '/'],
  ] as const) {
    await places.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(places.locator('[aria-current="page"]')).toContainText(name);
  }
  const { x, width } = (await places.boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBe(0);
  expect(width).toBeLessThan(100);
});

test('on a narrow screen they are under the thumb, and make room for an open room', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, 'Ada');
  const places = page.getByRole('navigation', { name: 'Places' });
  const { y, height } = (await places.boundingBox()) ?? { y: 0, height: 0 };
  expect(Math.round(y + height)).toBe(740);
  for (const name of names) {
    const box = await places.getByRole('link', { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  await places.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('heading', { name: 'Your agents' })).toBeVisible();
  await expect(places).toBeVisible();
  await places.getByRole('link', { name: 'Rooms' }).click();
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('With an agent').fill('showcase');
  await page.getByRole('radio', { name: /Showcase/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeVisible();
  await expect(places).toBeHidden();
  await page.getByRole('link', { name: 'Back to all conversations' }).click();
  await expect(places).toBeVisible();
});
