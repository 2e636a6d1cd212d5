import { expect } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

test('rooms, agents and messages are found by words, and a message leads to its place', async ({ showcase: page }) => {
  const word = `zebra${Date.now()}`;
  await say(page, `Please remember the ${word} of today`);
  await expect(page.getByRole('article', { name: 'You' })).toContainText(word);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Find' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Agents' })).toContainText('Showcase');
  await page.keyboard.type(word.slice(0, -2));
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.locator('mark').first()).toHaveText(word.slice(0, -2));
  await expect(messages).toContainText('You in Showcase');
  await expectNoViolations(page, 'find-message');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(word.slice(0, -2));
  await messages.getByRole('link', { name: /^You in/ }).click();
  await expect(page).toHaveURL(/\/c\/cnv_\w+\/m\/msg_\w+/);
  await expect(page.getByRole('log')).toContainText(word);

  await page.goto('/find?q=showcase');
  await page.getByRole('region', { name: 'Rooms' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
  await page.goto('/find?q=no-such-thing-anywhere');
  await expect(page.getByText('Nothing found for “no-such-thing-anywhere”.')).toBeVisible();
});

test('on a phone an agent of the directory is talked with, and a person is written to', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const grace = await signUp(await context.newPage(), 'Grace');
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, 'Ada');
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Find' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('showc');
  await expectNoViolations(page, 'find-agent');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('article', { name: 'Showcase' }).getByRole('button', { name: 'Talk with Showcase' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeVisible();
  await page.goto(`/find?q=@${grace}`);
  await page.getByRole('button', { name: 'Write to Grace' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Grace' })).toBeVisible();
  await context.close();
});

test('the palette does what it is told by keyboard: a task, a muted room, a place, a message', async ({
  showcase: page,
}) => {
  const word = `quince${Date.now()}`;
  await say(page, `A ${word} please`);
  await expect(page.getByRole('article', { name: 'You' })).toContainText(word);
  const option = (name: RegExp | string) => page.getByRole('option', { name });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('give showcase');
  await expect(option('Give Showcase a task')).toBeVisible();
  await expectNoViolations(page, 'palette');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Give Showcase a task' }).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('mute until');
  await expect(option('Mute Showcase until tomorrow')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Showcase is muted until /)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(word);
  await expect(option(new RegExp(`A ${word} please`)).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/m\/msg_/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to inbox');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inbox');
});
