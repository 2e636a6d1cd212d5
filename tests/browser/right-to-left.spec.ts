import { titleOfScope } from '@parley/protocol';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, test as asAnybody } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { test as asGardener } from './gardener.ts';
import { test as asAdministrator } from './organisation.ts';
import { outsideCatalogues } from './outside-catalogues.ts';

const widths = [1280, 360];

asAnybody('the page of sign-in is whole from right to left', async ({ page }) => {
  await page.goto('/sign-in');
  await speakPseudo(page);
  for (const width of widths) await expectWhole(page, '/sign-in', width, ['English', 'Deutsch', 'Parley']);
});

asGardener('a person’s pages are whole from right to left', async ({ shop: { page, room, agentId, manifest } }) => {
  asGardener.setTimeout(180_000);
  await say(page, 'ask');
  await expect(page.getByRole('region', { name: /^Pay 3 coins/ })).toBeVisible();
  await speakPseudo(page);
  const { item: me } = await page.evaluate(async () => {
    const answer = await fetch('/v1/session');
    return (await answer.json()) as { item: { handle: string } };
  });
  const { items: agents } = await page.evaluate(async () => {
    const answer = await fetch('/v1/agents/directory');
    return (await answer.json()) as { items: { name: string; handle: string; description: string }[] };
  });
  const theirs = agents.flatMap(({ name, handle, description }) => [description, name, handle]);
  const reasons = manifest.requested_scopes.map(({ reason }) => reason);
  // The server names scopes in English.
  const scope = titleOfScope('coin.charge', undefined) ?? '';
  const given = [
    ...reasons,
    scope,
    manifest.description,
    ...theirs,
    manifest.handle,
    'Gardener',
    me.handle,
    'Ada',
    'Parley',
  ];
  for (const width of widths) {
    for (const path of [
      '/',
      `/c/${room}`,
      '/inbox',
      '/agents',
      `/agents/${agentId}`,
      '/find',
      '/tasks',
      '/permissions',
      ...yours,
    ])
      await expectWhole(page, path, width, given);
  }
});

const yours = ['/you', '/you/wallet', '/you/notifications', '/you/sessions', '/you/data'];

asAdministrator('the server’s pages are whole from right to left', async ({ organisation: { page, join } }) => {
  asAdministrator.setTimeout(180_000);
  await join('ben', 'Ben');
  await speakPseudo(page);
  for (const width of widths) {
    for (const path of [
      '/server',
      '/server/people',
      '/server/settings',
      '/server/audit',
      '/server/data',
      '/server/agents',
    ])
      await expectWhole(page, path, width, ['Ada', 'Ben', 'ada', 'ben', 'Parley', 'DATABASE_URL', 'NATS_URL']);
  }
});

async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('parley-language', 'ar-XB'));
}

/** Holds a page to its width and side, to the rules of accessibility, and to the catalogues. */
async function expectWhole(page: Page, path: string, width: number, given: readonly string[]): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('status', { name: /Lôádîñg/ })).toHaveCount(0);
  const name = `${path.replace(/cnv_\w+|agt_\w+/u, 'it')} ar-XB ${width}`;
  const box = await page.evaluate(() => {
    const places = document.querySelector('nav')?.getBoundingClientRect();
    const { clientWidth, scrollWidth } = document.documentElement;
    // On a narrow screen, a room has no places beside it.
    return { clientWidth, scrollWidth, right: places && places.width > 0 ? places.right : null };
  });
  expect.soft(box.scrollWidth, `${name} is no wider than the window`).toBeLessThanOrEqual(box.clientWidth);
  if (box.right !== null) expect.soft(box.right, `${name} has its places on the right`).toBeGreaterThan(width - 20);
  expect.soft(await outsideCatalogues(page, given), `${name} has no sentence outside of the catalogues`).toEqual([]);
  await expectNoViolations(page, name);
}
