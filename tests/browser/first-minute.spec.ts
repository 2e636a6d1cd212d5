import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signInAsDemo, signUp, signUpByPage, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const answers = (page: Page) => page.getByRole('article', { name: 'Showcase' });

for (const width of [1280, 360]) {
  test(`a person without rooms is led to an agent with keys and with a pointer, at ${width} px`, async ({ page }) => {
    await signUp(page, 'Ada');
    await page.setViewportSize({ width, height: 740 });
    const begin = page.getByRole('region', { name: 'Where to begin' });
    await expect(begin.getByRole('link', { name: 'Register your own agent' })).toBeVisible();
    // The one with words; the pencil above the list has none.
    await expect(page.getByText('New conversation', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const talk = begin.getByRole('button', { name: 'Talk with Showcase' });
    if (width === 360) await talk.click();
    else {
      await talk.focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeVisible();
  });
}

for (const width of [1280, 360]) {
  test(`whoever signs up lands in a conversation that has begun, with something to press, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/sign-in');
    await expect(page.getByText('Parley is where people and software agents talk')).toBeVisible();
    await expect(page.getByText('Only looking?')).toBeVisible();
    await expectNoViolations(page);
    await signUpByPage(page, 'Ada');
    await expect(answers(page).first()).toContainText('I am the showcase agent');
    await expect(page.getByRole('button', { name: /^Grant/ })).toHaveCount(0);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'what else?' }).first().click();
    await expect(answers(page)).toHaveCount(2);
  });
}

test('the page of sign-in leads to the demo, on the machine of the server', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(answers(page).first()).toContainText('I am the showcase agent');
});

test('the demo leads from its first answer to a payment without a word being typed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAsDemo(page);
  await expect(answers(page).first()).toContainText('I am the showcase agent');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'what else?' }).first().click();
  await expect(page.getByRole('button', { name: 'right to left' }).last()).toBeVisible();
  await page.getByRole('button', { name: 'charge 3 coins' }).last().click();
  await expect(answers(page).last()).toContainText(/You have not granted me coin\.charge|I have asked you for 3 coins/);
});

test('the showcase fails, speaks from right to left and shows a film on request', async ({ showcase: page }) => {
  await say(page, 'fail');
  await expect(page.getByRole('log').getByText(/Showcase”? could not answer/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await say(page, 'rtl');
  await expect(answers(page).last()).toContainText('مرحبًا');
  await say(page, 'video');
  await expect(page.locator('video')).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
    .toBeGreaterThan(0);
});
