import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

const vectors = join(import.meta.dirname, '../../conformance/blocks/valid');

/** Texts that would run, fetch, restyle or mislead somewhere if a renderer took them for more than text. */
const hostile = [
  '<script>fetch("https://evil.example")</script>',
  '<img src=https://evil.example/x.png onerror=alert(1)>',
  '![x](https://evil.example/track.png)',
  '[x](javascript:alert(1)) [y](//evil.example) <https://evil.example>',
  '<style>@import "https://evil.example/x.css"; body{display:none}</style>',
  '<link rel=preload href=https://evil.example/a>',
  '\u202Etxt.exe\u2066',
].join(' ');

type Block = Record<string, unknown> & { readonly type: string };

/** Every block of the vectors that agents and the platform may send; `$repeat` stands for what would be long to write. */
function everyVector(): { readonly name: string; readonly blocks: Block[] }[] {
  return readdirSync(vectors).flatMap((file) => {
    const found = JSON.parse(readFileSync(join(vectors, file), 'utf8')) as { name: string; blocks: unknown }[];
    return found.map(({ name, blocks }) => ({ name: `${file}: ${name}`, blocks: expanded(blocks) as Block[] }));
  });
}

function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value) {
    const [part, times] = value.$repeat as [string | unknown[], number];
    return typeof part === 'string' ? part.repeat(times) : Array.from({ length: times }, () => part).flat();
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expanded(member)]));
}

/** The same with the hostile text for each of its texts; what has a fixed form stays. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const isForm = /^(?:type|.*_id|status|kind|unit|.*_key|.*_type|.*_format|layout|.*_at|min|max|provenance)$/u;
    return isForm.test(key) ? value : hostile;
  }
  if (Array.isArray(value)) return value.map((each) => poisoned(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member, name)]));
}

/** Has the server's answer for the room hold these blocks, a message each, as if its agent had sent them all. */
async function answerWith(page: Page, all: readonly (readonly Block[])[]): Promise<void> {
  const room = new URL(page.url()).pathname.split('/')[2] ?? '';
  const digits = (number: number) => String(number).padStart(26, '0');
  const items = all.map((blocks, place) => ({
    messageId: `msg_${digits(place)}`,
    conversationId: room,
    seq: place + 1,
    author: { type: 'agent', id: `agt_${digits(1)}`, name: 'Eve' },
    body: null,
    blocks,
    createdAt: new Date(Date.UTC(2026, 0, 1) + place * 1000).toISOString(),
    replyToDeliveryId: null,
    partial: false,
    notify: false,
    asking: [],
    formStates: {},
    choice: null,
    choiceStates: {},
    deleted: false,
    editedAt: null,
    revision: 0,
    reactions: [],
  }));
  await page.route(`**/v1/conversations/${room}/messages?*`, (route) =>
    route.fulfill({ json: { items, nextCursor: null } }),
  );
  await page.route('**/v1/assets/**', (route) => route.fulfill({ status: 404 }));
}

test('a page of hostile text and of every vector fetches nothing from elsewhere, runs nothing and breaks nothing', async ({
  showcase: page,
}) => {
  test.setTimeout(240_000);
  const found = everyVector();
  const kinds = new Set<string>();
  const ofEachKind = found.filter(({ blocks: [first] }) => {
    const isNew = first !== undefined && !kinds.has(first.type);
    if (first) kinds.add(first.type);
    return isNew;
  });
  const all = [...found, ...ofEachKind.map(({ blocks }) => ({ blocks: poisoned(blocks) as Block[] }))];
  const { origin } = new URL(page.url());
  const wrong: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith('http') && to !== origin) wrong.push(`asks ${request.url()}`);
  });
  page.on('pageerror', (error) => wrong.push(`throws ${error.message}`));
  page.on('dialog', (dialog) => {
    wrong.push(`opens ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) wrong.push(message.text());
  });
  await answerWith(
    page,
    all.map(({ blocks }) => blocks),
  );
  await page.reload();
  const articles = page.getByRole('article', { name: 'Eve' });
  await expect(articles.last()).toBeVisible();

  const seen = new Set<number>();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect
    .poll(
      async () => {
        const shown = await articles.evaluateAll((each) =>
          each.map((one) => Number(one.getAttribute('aria-posinset'))),
        );
        for (const place of shown) seen.add(place);
        // A wheel would turn what scrolls within a block. The first that is drawn comes to the bottom, so none is passed by. From the top it
        // begins again, for what moved meanwhile.
        await log.evaluate((scroller) => {
          const first = scroller.querySelector('[aria-posinset]');
          if (first === null || first.ariaPosInSet === '1') scroller.scrollTop = scroller.scrollHeight;
          else first.scrollIntoView({ block: 'end' });
        });
        return seen.size;
      },
      { intervals: [50], timeout: 200_000 },
    )
    .toBe(all.length);
  expect(wrong).toEqual([]);
  await expect(page.getByText('Shown as plain text')).toHaveCount(0);
  expect(
    await page.evaluate(() => document.querySelector('main script, main style, main link, main iframe')),
  ).toBeNull();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  await page.keyboard.type('Still here');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Still here');
});
