import { text } from '@parley/agent-sdk';
import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './gardener.ts';

const noMessage = 'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV';

for (const id of [noMessage, 'nonsense']) {
  test(`a link to a message that is not there (${id}) says so and offers the newest`, async ({
    shop: { page, room },
  }) => {
    await page.goto(`/c/${room}/m/${id}`);
    await expect(page.getByText('That message is not here.')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Go to the newest' }).click();
    await expect(page).toHaveURL(`/c/${room}`);
    await expect(page.getByText('That message is not here.')).toHaveCount(0);
  });
}

test('a word without an end wraps in every block at 360 px, also while it is being written', async ({
  shop: { page, agent },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const word = 'Donaudampfschifffahrt'.repeat(20);
  // A label is at most 200 characters.
  const label = word.slice(0, 200);
  const blocks = [
    { type: 'progress', label, percent: 40 },
    { type: 'progress', label },
    { type: 'thinking', thinking: word, signature: 's' },
    { type: 'text', text: word },
  ] as never;
  agent.hears('draft', (ctx) => ctx.partial(blocks));
  agent.hears('whole', (ctx) => ctx.reply(blocks));
  for (const text of ['whole', 'draft']) {
    await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Gardener' }).last()).toContainText('Donaudampf');
    for (const each of await page.locator('details:not([open]) > summary').all()) await each.click();
    const sideways = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role="log"], [role="log"] article *')]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
        .map((each) => `${each.tagName} ${each.className} ${each.scrollWidth} > ${each.clientWidth}`),
    );
    expect(sideways).toEqual([]);
  }
});

test('marks on the letters of a block paint over nothing that stands beside it', async ({ shop: { page, agent } }) => {
  const marks = `Z${'\u0357\u0363\u0310\u0318\u0316'.repeat(12)}`;
  agent.hears('marks', (ctx) => ctx.reply([{ type: 'progress', label: 'Quiet' }, text(`\`${marks}\``)]));
  await page.getByRole('textbox', { name: /^Message to/ }).fill('marks');
  await page.keyboard.press('Enter');
  const beside = page.getByRole('log').getByText('Quiet').locator('..');
  const code = page.getByRole('log').locator('code');
  await expect(code).toHaveText(marks);
  // The bar of what has no end moves.
  await beside.evaluate((progress) => progress.querySelector('progress')?.remove());
  const withMarks = await beside.screenshot();
  await code.evaluate((element) => (element.textContent = 'Z'));
  expect(withMarks.equals(await beside.screenshot())).toBe(true);
});
