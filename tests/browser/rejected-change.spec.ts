import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test as base } from './organisation.ts';

const test = base.extend({
  settings: async ({}, use) => use({ PARLEY_AGENT_APPROVAL: 'on' }),
});

const manifest = (name: string) => ({
  version: '1',
  handle: 'kitchen',
  name,
  description: 'Cooks.',
  transport: 'relay',
  requested_scopes: [],
  access: 'public',
});

test('§17 an administrator rejects a change of an agent, and its owner reads why', async ({
  organisation: { page },
}) => {
  const made = await page.request.post('/v1/agents', { data: { manifest: manifest('Kitchen') } });
  const { agentId } = ((await made.json()) as { item: { agentId: string } }).item;
  await page.request.post(`/v1/admin/agents/${agentId}/approve`, { data: {} });
  await page.request.put(`/v1/agents/${agentId}/manifest`, { data: { manifest: manifest('Bank') } });

  await page.goto(`/server/agents/${agentId}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject Kitchen?' });
  await expect(dialog).toContainText('Its owner reads the reason.');
  await dialog.getByRole('textbox').fill('It is no bank.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/agents/${agentId}`);
  await expect(page.getByText('An administrator rejected your new manifest')).toBeVisible();
  await expect(page.getByText('It is no bank.')).toBeVisible();
  await expectNoViolations(page);
  await page.request.put(`/v1/agents/${agentId}/manifest`, { data: { manifest: manifest('Kitchen') } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  await expect(page.getByText('It is no bank.')).toBeHidden();
});
