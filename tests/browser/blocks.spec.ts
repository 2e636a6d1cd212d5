import { expect } from '@playwright/test';
import { say, test } from './demo.ts';

test('a form of an agent is answered in its room, and stays answered', async ({ showcase: page }) => {
  await say(page, 'form');
  await page.getByLabel(/Your name/).fill('Ada');
  await page.getByLabel(/How many come/).fill('2');
  await page.getByRole('button', { name: 'Join the picnic' }).click();
  await expect(page.getByText('You have answered this form.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You have answered this form.')).toBeVisible();
});

test('a choice that was pressed looks pressed and is not shown as words', async ({ showcase: page }) => {
  await say(page, 'buttons');
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await expect(page.getByRole('button', { name: 'Surprise me (chosen)' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('You chose Surprise me');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Surprise me (chosen)' })).toBeVisible();
});

test('a chart is drawn under the policy of the page, and a picture opens in full', async ({
  showcase: page,
}, testInfo) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await say(page, 'chart');
  await expect(page.getByRole('group', { name: /bar chart$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sat · On foot: 148' })).toBeVisible();
  await say(page, 'thinking');
  await expect(page.getByText('Used almanac.sunset', { exact: false })).toBeVisible();
  await say(page, 'image');
  await page.getByRole('button', { name: /^Show in full/ }).click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('picture.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.screenshot({ path: testInfo.outputPath('room.png') });
  expect(complaints).toEqual([]);
});
