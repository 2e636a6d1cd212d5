import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openShowcaseRoom, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { freshHandle } from './fresh-handle.ts';

const password = 'a long enough password';
const lang = (page: Page) => page.locator('html').getAttribute('lang');

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  for (const width of [1280, 360]) {
    test(`a person signs up, talks and decides in German, at ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/sign-in');
      await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
      expect(await lang(page)).toBe('de');
      await expectFits(page, `sign-in de ${width}`);
      await page.getByRole('link', { name: 'Konto erstellen' }).click();
      await page.getByLabel('Dein Name').fill('Grete');
      await page.getByLabel('Benutzername').fill(freshHandle('Grete'));
      await page.getByLabel('Passwort').fill(password);
      await page.getByRole('button', { name: 'Konto erstellen' }).click();
      const composer = page.getByRole('textbox', { name: 'Nachricht an Showcase' });
      await composer.waitFor();
      await expect(page.getByRole('article', { name: 'Showcase' }).first()).toBeVisible();
      // Refused first, because nothing is granted yet.
      await composer.fill('charge');
      await page.keyboard.press('Enter');
      const grant = page.getByRole('button', { name: /erteilen$/i }).first();
      await grant.click();
      await expect(grant).toHaveCount(0);
      await composer.fill('charge');
      await page.keyboard.press('Enter');
      await expect(page.getByText('du hast 100')).toBeVisible();
      await expectFits(page, `room de ${width}`);
      const approved = page.getByRole('status').filter({ hasText: /^Freigegeben von dir, \d+:\d\d/ });
      // On a narrow screen, the first presses show the rest of the card.
      await expect(async () => {
        await page.getByRole('button', { name: '3 Münzen freigeben' }).click({ force: true, timeout: 1000 });
        await expect(approved).toBeVisible({ timeout: 1000 });
      }).toPass();
      for (const [path, heading] of [
        ['/inbox', 'Eingang'],
        ['/agents', 'Agenten'],
        ['/you', 'Du'],
        ['/you/wallet', 'Geldbörse'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
        await expectFits(page, `${path} de ${width}`);
      }
      // The wallet writes its times as Germans do.
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(/\d{2}\.\d{2}\.\d{4}/);
    });
  }

  test('whoever changes to English under You sees English at once, and the next person sees German', async ({
    page,
  }) => {
    const data = { displayName: 'Grete', password, locale: 'de' };
    const grete = freshHandle('Grete');
    const ida = freshHandle('Ida');
    for (const handle of [ida, grete]) {
      const made = await page.request.post('/v1/users', { data: { ...data, handle } });
      expect(made.ok(), await made.text()).toBe(true);
    }
    await page.goto('/you');
    await page.getByLabel('Sprache', { exact: true }).selectOption('English');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
    expect(await lang(page)).toBe('en');
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible();

    await page.request.delete('/v1/session');
    await page.goto('/sign-in');
    // The browser remembers the last person's language.
    await page.getByLabel('Username').fill(ida);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Unterhaltungen' })).toBeVisible();
    expect(await lang(page)).toBe('de');
  });

  test('what the server refuses is said in German', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByLabel('Benutzername').fill('nobody-at-all');
    await page.getByLabel('Passwort').fill('not the password');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText('Benutzername oder Passwort stimmen nicht.')).toBeVisible();
  });

  test('the page of sign-in changes its language by name', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  });

  test('words that are not sent yet survive a change of the language in another tab', async ({ page }) => {
    const handle = freshHandle('Grete');
    await page.request.post('/v1/users', { data: { handle, displayName: 'Grete', password, locale: 'de' } });
    await page.goto(`/c/${await openShowcaseRoom(page)}`);
    await page.getByRole('textbox', { name: 'Nachricht an Showcase' }).fill('noch nicht fertig');
    const other = await page.context().newPage();
    await other.goto('/you');
    await other.getByLabel('Sprache', { exact: true }).selectOption('English');
    await other.getByRole('button', { name: 'Speichern' }).click();
    await expect(other.getByRole('heading', { name: 'Profile' }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toHaveValue('noch nicht fertig');
  });
});

test('a browser whose languages the app does not speak sees English and fetches no other', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(files.filter((file) => /\/(?:de|ar-XB)-/u.test(file))).toEqual([]);
  await context.close();
});

/** Holds a page to its width and to the rules of accessibility, in both themes. */
async function expectFits(page: Page, name: string): Promise<void> {
  await expectNoViolations(page, name);
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { clientWidth, scrollWidth };
  });
  expect(scrollWidth, `${name} is no wider than the window`).toBeLessThanOrEqual(clientWidth);
}
