import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const mine = (page: Page, text: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: text });
const picker = (page: Page) => page.getByRole('dialog', { name: 'React to this message' });

for (const width of [1280, 360]) {
  test(`§28 a message gets reactions by key alone, at ${width} px`, async ({ showcase: page }) => {
    await page.setViewportSize({ width, height: 780 });
    await say(page, 'the ficus is dry');
    await expect(page.getByRole('article', { name: 'Showcase' })).toBeVisible();
    await field(page).click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(mine(page, 'the ficus is dry')).toBeFocused();
    await page.keyboard.press('+');
    await expect(picker(page)).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.type('thumbs up');
    await page.keyboard.press('Enter');
    const chip = mine(page, 'the ficus is dry').getByRole('button', { name: 'thumbs up, 1, you too' });
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(mine(page, 'the ficus is dry')).toBeFocused();

    await page.keyboard.press('+');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(picker(page).getByRole('button', { name: 'red heart' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(mine(page, 'the ficus is dry').getByRole('button', { name: 'red heart, 1, you too' })).toBeVisible();

    await chip.focus();
    await expect(page.getByRole('tooltip')).toHaveText('You reacted with 👍');
    await expectNoViolations(page);
    await page.keyboard.press('Space');
    await expect(mine(page, 'the ficus is dry').getByRole('button', { name: /thumbs up/ })).toHaveCount(0);
    await page.reload();
    await expect(mine(page, 'the ficus is dry').getByRole('button', { name: 'red heart, 1, you too' })).toBeVisible();
    await expect(mine(page, 'the ficus is dry').getByRole('button', { name: /thumbs up/ })).toHaveCount(0);
  });
}

test('§28 another person sees a reaction at once, and a refused one goes back with the reason', async ({
  showcase: page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  const bea = await signUp(other, 'Bea');
  const id = page.url().split('/').pop() ?? '';
  const found = (await (await page.request.get(`/v1/users?handle=${bea}`)).json()) as { items: { userId: string }[] };
  await page.request.post(`/v1/conversations/${id}/members`, { data: { userId: found.items[0]?.userId } });
  await say(page, 'lunch at one?');
  await other.goto(`/c/${id}`);
  await mine(page, 'lunch at one?').hover();
  await mine(page, 'lunch at one?').getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'React' }).click();
  await picker(page).getByRole('button', { name: 'folded hands' }).click();
  const theirs = other.getByRole('article', { name: 'Ada' }).filter({ hasText: 'lunch at one?' });
  await theirs.getByRole('button', { name: 'folded hands, 1' }).click();
  await expect(mine(page, 'lunch at one?').getByRole('button', { name: 'folded hands, 2, you too' })).toBeVisible();
  await mine(page, 'lunch at one?').getByRole('button', { name: 'folded hands, 2, you too' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('You, Bea reacted with 🙏');

  const messages = await page.request.get(`/v1/conversations/${id}/messages`);
  const { items } = (await messages.json()) as { items: { messageId: string; body: string | null }[] };
  const messageId = items.find(({ body }) => body === 'lunch at one?')?.messageId ?? '';
  for (const emoji of [
    '😀',
    '😄',
    '😅',
    '🤣',
    '🙂',
    '😉',
    '😊',
    '😍',
    '😘',
    '😋',
    '😎',
    '🤩',
    '🥳',
    '🤔',
    '🤨',
    '😐',
    '😏',
    '🙄',
    '😬',
  ]) {
    await other.request.put(`/v1/conversations/${id}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`);
  }
  await mine(page, 'lunch at one?').getByRole('button', { name: 'React' }).click();
  await page.keyboard.insertText('🦩');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^🦩 was not added\./)).toBeVisible();
  await expect(mine(page, 'lunch at one?').getByRole('button', { name: /^🦩/ })).toHaveCount(0);
  await other.context().close();
});

test.describe('by thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('§28 a long press opens the menu, and on a reaction it says who reacted', async ({ showcase: page }) => {
    await say(page, 'by thumb');
    await expect(page.getByRole('article', { name: 'Showcase' })).toContainText('by thumb');
    const session = await page.context().newCDPSession(page);
    const touch = async (name: 'touchStart' | 'touchEnd', at: { x: number; y: number } | null) => {
      await session.send('Input.dispatchTouchEvent', { type: name, touchPoints: at ? [at] : [] });
    };
    const hold = async (target: ReturnType<typeof mine>, until: () => Promise<void>) => {
      const box = await target.boundingBox();
      await touch('touchStart', {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
      });
      await until();
      await touch('touchEnd', null);
    };
    await hold(mine(page, 'by thumb').getByText('by thumb'), () =>
      expect(page.getByRole('menuitem', { name: 'React' })).toBeVisible(),
    );
    await page.getByRole('menuitem', { name: 'React' }).tap();
    await picker(page).getByRole('button', { name: 'eyes', exact: true }).tap();
    const chip = mine(page, 'by thumb').getByRole('button', { name: 'eyes, 1, you too' });
    await expect(chip).toBeVisible();
    await hold(chip, () => expect(page.getByRole('tooltip')).toHaveText('You reacted with 👀'));
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await chip.tap();
    await expect(chip).toHaveCount(0);
  });
});
