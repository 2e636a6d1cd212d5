import type { Page } from '@playwright/test';
import { FakeModel, says } from '../../packages/model/src/testing/fake-model.ts';

/** A page of the app as somebody sees it in the middle of things. */
export interface ScreenPlace {
  readonly name: string;
  readonly go: (page: Page) => Promise<void>;
}

let room = '';

const at = (name: string, path: string): ScreenPlace => ({ name, go: (page) => open(page, path) });

/** In this order, since each finds what those before it left. */
export const places: readonly ScreenPlace[] = [
  at('sign-in', '/sign-in'),
  { name: 'begin', go: signUp },
  { name: 'consent', go: openShowcase },
  { name: 'approval', go: askForCoins },
  at('inbox', '/inbox'),
  { name: 'answers', go: showBlocks },
  { name: 'form', go: showForm },
  at('find', '/find'),
  at('agents', '/agents'),
  { name: 'add-model', go: fillInModel },
  { name: 'agent-model', go: showModel },
  at('register-agent', '/agents/new'),
  { name: 'connect-agent', go: registerAgent },
  at('permissions', '/permissions'),
  at('you', '/you'),
  at('wallet', '/you/wallet'),
  at('notifications', '/you/notifications'),
  at('tasks', '/tasks'),
  at('sessions', '/you/sessions'),
  at('tokens', '/you/tokens'),
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The stream of signals never ends, so the network is never idle: what is drawn is what counts.
  await page.waitForLoadState('load');
  await page.waitForTimeout(1000);
}

const model = await new FakeModel().start();
model.models = ['llama3.2', 'mistral-small'];
model.answers.push(says('Soup of leeks and potatoes, and yesterday’s bread.'));

/** The server forgets the model with everything else; the API ends with this process. */
export const stopModel = () => model.stop();

async function fillInModel(page: Page): Promise<void> {
  await open(page, '/agents/model');
  await page.getByLabel('Address').fill(model.url);
  await page.getByRole('button', { name: 'List its models' }).click();
  await page.getByText('It has 2 models.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Kitchen');
  await page.getByLabel('Instructions').fill('You plan meals for two. Ask what is left in the fridge.');
}

async function showModel(page: Page): Promise<void> {
  const prices = { input: 0.15, output: 0.6, currency: 'EUR' };
  const instructions = 'You plan meals for two. Ask what is left in the fridge.';
  const data = { name: 'Kitchen', url: model.url, model: 'llama3.2', instructions, tools: ['clock.now'], prices };
  const { item } = (await (await page.request.post('/v1/models', { data })).json()) as { item: { agentId: string } };
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [item.agentId] } });
  await open(page, `/c/${((await opened.json()) as { item: { conversationId: string } }).item.conversationId}`);
  await say(page, 'What is for dinner?');
  await page.getByText('Soup of leeks').waitFor();
  await open(page, `/agents/${item.agentId}`);
}

async function signUp(page: Page): Promise<void> {
  const data = { handle: 'ada', displayName: 'Ada Lovelace', password: 'a long enough password' };
  await page.request.post('/v1/users', { data });
  await open(page, '/');
}

async function openShowcase(page: Page): Promise<void> {
  const directory = await page.request.get('/v1/agents/directory?q=showcase');
  const { items } = (await directory.json()) as { items: { agentId: string }[] };
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [items[0]?.agentId] } });
  room = `/c/${((await opened.json()) as { item: { conversationId: string } }).item.conversationId}`;
  await open(page, room);
  // The panel comes after the words.
  await page.getByRole('button', { name: 'Room settings' }).waitFor();
  await say(page, 'charge 3 coins');
  await page.getByRole('button', { name: /^Grant/ }).waitFor();
}

async function askForCoins(page: Page): Promise<void> {
  const showcase = page.url();
  const agents = await page.request.get('/v1/agents/directory?q=showcase');
  const { items } = (await agents.json()) as { items: { agentId: string }[] };
  const scopes = ['coin.charge', 'decision.request', 'proactive.message'];
  const granted = await page.request.put(`/v1/agents/${items[0]?.agentId}/membership/grants`, { data: { scopes } });
  if (!granted.ok()) throw new Error(await granted.text());
  await open(page, showcase);
  await say(page, 'charge 3 coins');
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor();
}

async function showBlocks(page: Page): Promise<void> {
  await open(page, room);
  await say(page, 'chart');
  await page.getByRole('figure').or(page.getByText('The numbers')).first().waitFor();
}

async function showForm(page: Page): Promise<void> {
  await say(page, 'form');
  await page.getByRole('article', { name: 'Showcase' }).last().getByRole('textbox').first().waitFor();
}

async function registerAgent(page: Page): Promise<void> {
  const about = { handle: 'gardener', name: 'Gardener', description: 'Waters the plants.' };
  const data = { manifest: { version: '1', transport: 'relay', ...about } };
  const registered = await page.request.post('/v1/agents', { data });
  const { item } = (await registered.json()) as { item: { agentId: string } };
  await open(page, `/agents/${item.agentId}/connect`);
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.keyboard.press('Enter');
}
