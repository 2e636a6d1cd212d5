import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { freshHandle } from './fresh-handle.ts';

/** A page of a new person who has a room of their own with the showcase agent open. */
export const test = base.extend<{ showcase: Page }>({
  showcase: async ({ page }, use) => {
    await newPerson(page, 'Ada');
    await page.goto(`/c/${await openShowcaseRoom(page)}`);
    await page.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
    await use(page);
  },
});

/** Opens a room of the person with the showcase agent, and returns its id. */
export async function openShowcaseRoom(page: Page): Promise<string> {
  const directory = await page.request.get('/v1/agents/directory?q=showcase');
  const { items } = (await directory.json()) as { items: { agentId: string }[] };
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [items[0]?.agentId] } });
  return ((await opened.json()) as { item: { conversationId: string } }).item.conversationId;
}

/** Follows the link that the server printed at its start. */
export async function signInAsDemo(page: Page): Promise<void> {
  const link = process.env['PARLEY_DEMO_LINK'];
  if (link === undefined) throw new Error('PARLEY_DEMO_LINK is not set: the server printed no demo link.');
  await page.goto(link);
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor();
}

/** Writes a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.keyboard.press('Enter');
}

/** Makes a new person with a handle of their own, who has no conversation yet, and shows the app to them. */
export async function signUp(page: Page, name: string): Promise<string> {
  const handle = await newPerson(page, name);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  return handle;
}

/** Makes a new person with a handle of their own, as whom the page's browser is signed in. It shows nothing yet. */
export async function newPerson(page: Page, name: string): Promise<string> {
  const handle = freshHandle(name);
  const data = { handle, displayName: name, password: 'a long enough password' };
  const made = await page.request.post('/v1/users', { data });
  if (!made.ok()) throw new Error(await made.text());
  return handle;
}

/** Makes a new person on the page for it, as people do. */
export async function signUpByPage(page: Page, name: string): Promise<string> {
  const handle = freshHandle(name);
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Username').fill(handle);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  return handle;
}
