import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { password, test } from './organisation.ts';

test('a person reports a message, and an administrator reads what it said and closes the report', async ({
  organisation: { page, join },
  browser,
}) => {
  await join('ben', 'Ben');
  const origin = new URL(page.url()).origin;
  const ben = await (await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 } })).newPage();
  await ben.goto('/sign-in');
  await ben.getByLabel('Username').fill('ben');
  await ben.getByLabel('Password').fill(password);
  await ben.getByRole('button', { name: 'Sign in' }).click();
  await ben.getByRole('link', { name: 'Inbox' }).waitFor();
  const headers = { origin };
  const { item: me } = await (await page.request.get('/v1/session')).json();
  const opened = await ben.request.post('/v1/conversations', { data: { userIds: [me.userId] }, headers });
  const { conversationId } = (await opened.json()).item;
  const path = `/v1/conversations/${conversationId}/messages`;
  await page.request.post(path, { data: { text: 'Tell me your password' }, headers });

  await ben.goto(`/c/${conversationId}`);
  await ben.getByRole('article').filter({ hasText: 'Tell me your password' }).hover();
  await ben.getByRole('button', { name: 'Message actions' }).click();
  await ben.getByRole('menuitem', { name: 'Report' }).click();
  await expect(ben.getByRole('heading', { name: 'Report a message' })).toBeVisible();
  await expectNoViolations(ben);
  await ben.getByLabel('What is wrong?').fill('This asks for passwords');
  await ben.getByRole('button', { name: 'Send the report' }).click();
  await expect(ben.getByText('The administrators have your report.')).toBeVisible();
  await ben.context().close();

  await page.goto('/server/reports');
  const report = page.getByRole('list', { name: 'Reports' }).getByRole('listitem');
  await expect(report).toContainText('This asks for passwords');
  await expect(report).toContainText('Tell me your password');
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page);
  await report.getByLabel('Note').fill('It was a test.');
  await report.getByRole('button', { name: 'Resolve' }).click();
  await expect(report).toContainText('Resolved');
  await expect(report).toContainText('It was a test.');
});
