import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const story = (page: Page) => page.getByRole('article', { name: 'Showcase' }).filter({ hasText: 'Mira kept' });

async function askForStory(page: Page): Promise<void> {
  await field(page).click();
  await page.keyboard.type('stream a story');
  await page.keyboard.press('Enter');
  await expect(story(page)).toBeVisible();
}

async function expectStopped(page: Page): Promise<void> {
  await expect(page.getByText('You stopped the answer.')).toBeVisible();
  await expect(story(page)).toContainText('Stopped here');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(page.getByText(/is writing|has it|Not delivered|Sending/)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
}

for (const width of [1280, 360]) {
  test(`an answer is stopped with the pointer at ${width} px, and stays stopped`, async ({ showcase: page }) => {
    await page.setViewportSize({ width, height: 780 });
    await askForStory(page);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectStopped(page);
    const said = await story(page).innerText();
    await page.reload();
    await expect(page.getByText('You stopped the answer.')).toBeVisible();
    await expect.poll(() => story(page).innerText()).toBe(said);
    expect(said).not.toContain('someone was reading along');
  });
}

test('an answer is stopped with Ctrl and the full stop, not with Escape, and the next question is answered', async ({
  showcase: page,
}) => {
  await askForStory(page);
  await page.keyboard.press('Escape');
  await expect(field(page)).not.toBeFocused();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await field(page).focus();
  await page.keyboard.press('Control+.');
  await expectStopped(page);
  await page.keyboard.type('hello again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Showcase' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
});

test('that an answer was over before Stop arrived is no error', async ({ showcase: page }) => {
  await page.route('**/stop', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'nothing_to_stop', message: 'There is nothing to stop.' } } }),
  );
  await askForStory(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('There is nothing to stop.')).toHaveCount(0);
  await expect(story(page)).toContainText('someone was reading along', { timeout: 25_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a Stop that does not get through says why and can be pressed again', async ({ showcase: page }) => {
  await page.route('**/stop', (route) => route.abort());
  await askForStory(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The answer was not stopped. Parley cannot be reached.');
  await page.unroute('**/stop');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectStopped(page);
});
