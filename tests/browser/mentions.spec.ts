import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signUp, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const options = (page: Page) => page.getByRole('option');

for (const width of [1280, 360]) {
  test(`§28 members are mentioned from the message field, and drawn as such, at ${width} px`, async ({
    showcase: page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    const other = await (await browser.newContext()).newPage();
    const bea = await signUp(other, 'Bea');
    const id = page.url().split('/').pop() ?? '';
    const found = (await (await page.request.get(`/v1/users?handle=${bea}`)).json()) as { items: { userId: string }[] };
    await page.request.post(`/v1/conversations/${id}/members`, { data: { userId: found.items[0]?.userId } });
    await page.reload();
    await field(page).click();
    await page.keyboard.type('Hello @');
    await expect(options(page)).toHaveCount(2);
    await expectNoViolations(page, `list-${width}`);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText('Bea');
    await page.keyboard.press('Tab');
    await expect(field(page)).toHaveValue(`Hello @${bea} `);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('and @sho');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(options(page)).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('w, and @Show');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue(`Hello @${bea} and @show, and @showcase `);
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    const mine = page.getByRole('article', { name: 'You' });
    await expect(mine.locator('bdi')).toHaveText([`@${bea}`, '@showcase']);
    await expect(mine.locator('bdi').first()).toHaveAttribute('title', 'Bea');

    await other.setViewportSize({ width, height: 780 });
    await other.goto('/inbox');
    // The showcase agent repeats the text, so that it mentions her, too.
    await expect(other.getByRole('main')).toContainText('Showcase mentioned you');
    await expect(other.getByRole('main')).toContainText('2 mentions');
    await expectNoViolations(other, `inbox-${width}`);
    await other.goto(`/c/${id}`);
    const theirs = other.getByRole('article', { name: 'Ada' });
    await expect(theirs.locator('bdi').first()).toHaveAttribute('data-kind', 'mine');
    await theirs.scrollIntoViewIfNeeded();
    await expectNoViolations(other, `drawn-${width}`);
    await other.context().close();
  });
}

test.describe('by thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('§28 a tap mentions a member', async ({ showcase: page }) => {
    await field(page).tap();
    await page.keyboard.type('@');
    await options(page).first().tap();
    await expect(field(page)).toHaveValue('@showcase ');
    await expect(field(page)).toBeFocused();
  });
});
