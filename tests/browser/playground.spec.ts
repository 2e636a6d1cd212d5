import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { newPerson, openShowcaseRoom } from './demo.ts';
import { violationsOf, wcag } from './violations-of.ts';

const examples = new URL('../../examples/guide/blocks/', import.meta.url);
const address = (text = '') => `/agents/playground${text === '' ? '' : `#${encodeURIComponent(text)}`}`;
const editor = (page: Page) => page.getByRole('textbox', { name: 'Blocks' });
const verdict = (page: Page) => page.getByRole('region', { name: 'What the server would say' });
const drawn = (page: Page) => page.getByRole('article', { name: 'Your agent' });

const faulty = JSON.stringify(
  [
    { type: 'text', text: 'Here is what I found.' },
    { type: 'buttons', buttons: [{ label: 'Tea', payload: 'tea' }] },
    { type: 'table', columns: ['Herb', 'Minutes'], rows: [['Thyme']] },
    { type: 'txt', text: 'hello' },
  ],
  null,
  2,
);

for (const width of [1280, 360])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the playground breaks no rule of WCAG 2.2 AA and fits, ${colorScheme} at ${width} pixels`, async ({
      page,
    }, testInfo) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [name, text] of Object.entries({ usual: '', faulty })) {
        await page.goto(address(text));
        await expect(drawn(page).getByRole('button', { name: 'Tea' })).toBeVisible();
        if (name === 'usual') await drawn(page).getByRole('button', { name: 'Tea' }).click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violationsOf(page, wcag)).toEqual([]);
        await page.screenshot({ path: testInfo.outputPath(`playground-${name}.png`), fullPage: true });
        await page.goto('about:blank');
      }
    });

test('blocks are drawn and checked as they are typed, by somebody who is not signed in', async ({ page }) => {
  await page.goto(address());
  await expect(verdict(page)).toContainText('Accepted: 2 blocks.');
  await drawn(page).getByRole('button', { name: 'Coffee, black' }).click();
  await expect(page.getByRole('region', { name: 'What the agent would get' })).toContainText('coffee');

  await editor(page).fill('{"type": "text", "text": "**Hello**"}');
  await expect(drawn(page).locator('strong')).toHaveText('Hello');
  await expect(verdict(page)).toContainText('Accepted: 1 block.');

  await editor(page).fill('{"type": "text", "text": "**Hello**"');
  await expect(verdict(page)).toContainText('json_invalid');
  await expect(drawn(page).locator('strong')).toHaveText('Hello');

  await editor(page).fill('[{"type": "text", "text": "a"}, {"type": "buttons", "buttons": [{"label": "Tea"}]}]');
  await expect(verdict(page)).toContainText('Refused: 1 fault.');
  await expect(verdict(page)).toContainText('block_invalid, missing_field');
  await expect(verdict(page)).toContainText('/1/buttons/0/payload');
});

for (const width of [1280, 360])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`a room stands beside the editor, which sends to it, ${colorScheme} at ${width} pixels`, async ({
      page,
    }, testInfo) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await newPerson(page, 'Ada');
      await page.goto(`/agents/playground?room=${await openShowcaseRoom(page)}`);
      const room = page.getByRole('region', { name: 'Showcase' });
      await room.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
      await editor(page).fill('{"type": "text",\n  "text": "A ficus"}');
      await page.getByRole('button', { name: 'Send to the room' }).click();
      await expect(room.getByRole('article', { name: 'You' })).toContainText('{"type":"text","text":"A ficus"}');
      const answer = room.getByRole('article', { name: 'Showcase' });
      await expect(answer).toContainText('You said:');
      await expect(answer).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violationsOf(page, wcag)).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath('playground-room.png'), fullPage: true });
    });

test('blocks are copied as TypeScript, as Python, and as a link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = '{"type": "progress", "label": "Half", "percent": 50}';
  await page.goto(address(text));
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy as TypeScript' }).click();
  await expect.poll(copied).toContain('export const blocks: SendableBlock[] = [\n  {\n    type: "progress",');
  await page.getByRole('button', { name: 'Copy as Python' }).click();
  await expect.poll(copied).toContain('blocks = [\n  {\n    "type": "progress",');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toContain('/agents/playground#');
  await page.goto('about:blank');
  await editor(page).waitFor({ state: 'detached' });
  await page.goto(address(text));
  await expect(editor(page)).toHaveValue(text);
});

test('each page of the guide on a block leads to its example, which is drawn', async ({ page }) => {
  test.setTimeout(180_000);
  const strange: string[] = [];
  page.on('pageerror', (error) => strange.push(String(error)));
  const types = readdirSync(examples).flatMap((name) => (name.endsWith('.json') ? name.replace('.json', '') : []));
  expect(types).toHaveLength(23);
  for (const type of types) {
    const text = readFileSync(new URL(`${type}.json`, examples), 'utf8').trim();
    await page.goto(`/docs/guide/blocks/${type}`);
    await page.getByRole('link', { name: 'Edit this block and see it drawn' }).click();
    await expect(editor(page)).toHaveValue(text);
    await expect(drawn(page).locator(':scope > :nth-child(2)')).toBeAttached();
    const said = await verdict(page).textContent();
    expect(said, type).toMatch(/Accepted: 1 block|not_sendable|intent_requires_partial/);
  }
  expect(strange).toEqual([]);
});
