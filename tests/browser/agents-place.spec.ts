import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { password, test } from './organisation.ts';

const manifest = { version: '1', description: 'Says again what it hears.', transport: 'relay', access: 'public' };

/** Registers an agent for the person of a page. */
async function register(page: Page, handle: string, name: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post('/v1/agents', { data: { manifest: { ...manifest, handle, name } }, headers });
  return (await answer.json()).item.agentId;
}

/** Opens the app as somebody else, on a narrow screen. */
async function signIn(browser: Browser, page: Page, handle: string): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const other = await (await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })).newPage();
  await other.goto('/sign-in');
  await other.getByLabel('Username').fill(handle);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('link', { name: 'Inbox' }).waitFor();
  return other;
}

const narrow = { width: 360, height: 740 };

test('an administrator finds an agent, suspends it with a reason that its owner reads, and ends that', async ({
  organisation: { page, join },
  browser,
}) => {
  test.slow();
  await join('ben', 'Ben');
  const ben = await signIn(browser, page, 'ben');
  const agentId = await register(ben, 'echo', 'Echo');
  await register(ben, 'other', 'Other');
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages of the server' }).getByRole('link', { name: 'Agents' }).click();
  const agents = page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
  await expect(agents).toHaveText([/Other/, /Echo.*of @ben/]);
  await expectNoViolations(page);
  await page.keyboard.press('/');
  await page.keyboard.type('ech');
  await expect(agents).toHaveCount(1);
  await page.getByLabel('Search agents').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Echo' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It asks for passwords.');
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended: It asks for passwords.')).toBeVisible();

  await ben.goto(`/agents/${agentId}`);
  await expect(ben.getByText('It asks for passwords.')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await expectNoViolations(ben);

  await page.setViewportSize(narrow);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'End the suspension' }).click();
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  await page.getByLabel('Username of the new owner').fill('nobody');
  await page.getByRole('button', { name: 'Give it to them' }).click();
  await expect(page.getByText('Nobody has this username.')).toBeVisible();
  await page.getByLabel('Username of the new owner').fill('@ada');
  await page.getByRole('button', { name: 'Give it to them' }).click();
  await expect(page.getByText('The agent has its new owner.')).toBeVisible();
  await expect(page.getByRole('link', { name: '@ada' })).toBeVisible();
  await ben.context().close();
});

test('agents wait for approval, and the overview says so first', async ({ organisation: { page, join }, browser }) => {
  test.slow();
  await join('ben', 'Ben');
  await page.goto('/server/settings');
  await page.getByLabel('New agents wait for approval', { exact: true }).selectOption('On');
  await page.getByRole('button', { name: 'Save: New agents wait for approval' }).click();
  await expect(page.getByText('Set by an administrator')).toBeVisible();
  const ben = await signIn(browser, page, 'ben');
  const agentId = await register(ben, 'echo', 'Echo');
  await ben.goto(`/agents/${agentId}`);
  await expect(ben.getByText('This agent waits for the approval of an administrator')).toBeVisible();
  await expectNoViolations(ben);

  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'What needs you' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What needs you' })).toContainText('No backup was made yet');
  await expectNoViolations(page);
  await page.getByRole('link', { name: '1 agent waits for approval' }).click();
  await page.getByRole('list', { name: 'Agents' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Approval' })).toHaveCount(0);

  const headers = { origin: new URL(page.url()).origin };
  const wider = { ...manifest, handle: 'echo', name: 'Bank' };
  await ben.request.put(`/v1/agents/${agentId}/manifest`, { data: { manifest: wider }, headers });
  await ben.reload();
  await expect(ben.getByText('Your new manifest waits for the approval of an administrator')).toBeVisible();
  await expect(ben.getByRole('list', { name: 'What would change' })).toHaveText('Name: Echo → Bank');
  await page.reload();
  await expect(page.getByRole('list', { name: 'What would change' })).toHaveText('Name: Echo → Bank');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('This is no bank.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('heading', { name: 'Approval' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Echo' })).toBeVisible();
  await ben.context().close();
});

test('an owner gives an agent away: taken back, refused, accepted in the inbox', async ({
  organisation: { page, join },
  browser,
}) => {
  test.slow();
  await join('ben', 'Ben');
  const agentId = await register(page, 'echo', 'Echo');
  const ben = await signIn(browser, page, 'ben');
  await page.goto(`/agents/${agentId}`);
  const offer = async () => {
    await page.getByRole('button', { name: 'Give away' }).click();
    await page.getByRole('dialog').getByLabel('Their username').fill('ben');
    await page.getByRole('dialog').getByRole('button', { name: 'Offer it' }).click();
    await expect(page.getByText('Echo is offered to Ben (@ben), who has not accepted yet.')).toBeVisible();
  };
  await page.getByRole('button', { name: 'Give away' }).click();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByLabel('Their username').fill('nobody');
  await page.getByRole('dialog').getByRole('button', { name: 'Offer it' }).click();
  await expect(page.getByRole('dialog')).toContainText('There is no such person.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await offer();
  await page.getByRole('button', { name: 'Take back' }).click();
  await offer();
  await ben.goto('/inbox');
  await expect(ben.getByText('Ada gives you Echo')).toBeVisible();
  await expectNoViolations(ben);
  await ben.getByRole('button', { name: 'Refuse' }).click();
  await expect(ben.getByText('Ada gives you Echo')).toHaveCount(0);
  await page.reload();
  await offer();
  await ben.reload();
  await ben.getByRole('button', { name: 'Accept' }).click();
  await expect(ben.getByText('Ada gives you Echo')).toHaveCount(0);
  await ben.goto(`/agents/${agentId}`);
  await expect(ben.getByRole('button', { name: 'Give away' })).toBeVisible();
  await ben.context().close();
});

test('an announcement is read by everybody, also before signing in, until it is put away', async ({
  organisation: { page },
  browser,
}) => {
  test.slow();
  await page.goto('/server/settings');
  await expectNoViolations(page);
  await page.getByLabel('Text').fill('Maintenance at noon');
  await page.getByLabel('Until').fill('2099-01-01T12:00');
  await page.getByRole('button', { name: 'Announce' }).click();
  const shown = page.getByRole('complementary', { name: 'Announcement' });
  await expect(shown).toContainText('Maintenance at noon');
  await page.setViewportSize(narrow);
  await expectNoViolations(page);
  await shown.getByRole('button', { name: 'Put away' }).click();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(shown).toHaveCount(0);

  const guest = await (await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: narrow })).newPage();
  await guest.goto('/sign-in');
  await expect(guest.getByRole('complementary', { name: 'Announcement' })).toContainText('Maintenance at noon');
  await expectNoViolations(guest);
  await guest.context().close();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
});

test('a setting is changed with the password, and goes back to the default', async ({
  organisation: { page, pass },
}) => {
  test.slow();
  pass(11);
  await page.goto('/server/settings');
  await page.getByLabel('Coins of a new person', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Save: Coins of a new person' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Set by an administrator')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Coins of a new person', { exact: true })).toHaveValue('250');
  await page.getByRole('button', { name: 'Back to the default: Coins of a new person' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Set by an administrator')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'The environment' })).toContainText('PARLEY_BASE_URL');
});

test('a person is reported from the members of a conversation', async ({ organisation: { page, join }, browser }) => {
  test.slow();
  await join('ben', 'Ben');
  const ben = await signIn(browser, page, 'ben');
  const headers = { origin: new URL(page.url()).origin };
  const { item: me } = await (await page.request.get('/v1/session')).json();
  const opened = await ben.request.post('/v1/conversations', { data: { userIds: [me.userId] }, headers });
  const { conversationId } = (await opened.json()).item;
  await page.goto(`/c/${conversationId}`);
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Members…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report Ben' }).click();
  await expect(page.getByRole('heading', { name: 'Report a person' })).toBeVisible();
  await page.getByLabel('What is wrong?').fill('Rude');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText('The administrators have your report.')).toBeVisible();
  await ben.context().close();
});
