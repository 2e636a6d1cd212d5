import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './gardener.ts';

const sentence = (page: Page) => page.getByText(/^Gardener hears only messages with @/);

for (const width of [1280, 360]) {
  test(`§28 the agent of a room hears only what mentions it, once a member says so, at ${width} px`, async ({
    shop: { page, agent, manifest },
  }) => {
    await page.setViewportSize({ width, height: 780 });
    const heard: string[] = [];
    agent.on('message.created', async (ctx) => {
      heard.push(ctx.text);
      await ctx.reply(`Heard ${heard.length}`);
    });
    if (width < 1200) await page.getByRole('button', { name: 'Details' }).press('Enter');
    await page.getByRole('button', { name: 'Room settings' }).press('Enter');
    const choice = page.getByRole('combobox', { name: 'Gardener hears' });
    await expect(choice).toHaveValue('all');
    await expect(sentence(page)).toHaveCount(0);
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    await expect(choice).toHaveValue('mentions');
    await expectNoViolations(page, `settings-${width}`);
    if (width < 1200) await page.keyboard.press('Escape');
    await expect(sentence(page)).toHaveText(`Gardener hears only messages with @${manifest.handle}`);
    const field = page.getByRole('textbox', { name: 'Message to Gardener' });
    await expect(field).toHaveAccessibleDescription(/hears only messages with/);

    await say(page, 'among us people');
    await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('among us people');
    await say(page, `@${manifest.handle} water the ficus`);
    await expect(page.getByRole('article', { name: 'Gardener' })).toContainText('Heard 1');
    expect(heard).toEqual([`@${manifest.handle} water the ficus`]);
    await expectNoViolations(page, `sentence-${width}`);
    await page.reload();
    await expect(sentence(page)).toBeVisible();
  });
}
