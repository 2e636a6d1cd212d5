import { Agent, text } from '@parley/agent-sdk';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { newPerson, signUp } from './demo.ts';
import { freshHandle } from './fresh-handle.ts';

export interface Shop {
  readonly page: Page;
  readonly room: string;
  readonly agentId: string;
  readonly agent: Agent;
  readonly manifest: Manifest;
}

type Manifest = Awaited<ReturnType<typeof registerGardener>>['manifest'];

/**
 * A new person in a room with an agent of theirs that asks for three coins when it is told to; `garden` has no room yet, and an agent
 * that asks for one more scope.
 */
export const test = base.extend<{ shop: Shop; garden: Omit<Shop, 'room'> }>({
  garden: async ({ page, baseURL }, use) => {
    await signUp(page, 'Ada');
    const scopes = [{ scope: 'proactive.message', reason: 'To remind you of the watering.' }];
    const garden = await registerGardener(page, baseURL ?? '', scopes);
    await garden.agent.startRelay();
    await use({ page, ...garden });
    await garden.agent.stop();
  },
  shop: async ({ page, baseURL }, use) => {
    await newPerson(page, 'Ada');
    const { agent, agentId, manifest } = await registerGardener(page, baseURL ?? '');
    const room = await openRoom(page, agentId);
    await agent.startRelay();
    await page.goto(`/c/${room}`);
    await page.getByRole('textbox', { name: 'Message to Gardener' }).waitFor();
    await use({ page, room, agentId, agent, manifest });
    await agent.stop();
  },
});

/** Registers the agent, as the person of the page. */
export async function registerGardener(
  page: Page,
  baseUrl: string,
  scopes: readonly { readonly scope: string; readonly reason: string }[] = [],
) {
  const manifest = {
    version: '1',
    handle: freshHandle('gardener'),
    name: 'Gardener',
    description: 'Waters the plants.',
    transport: 'relay',
    requested_scopes: [{ scope: 'coin.charge', reason: 'To buy what the plants need.' }, ...scopes],
  };
  const { item, credential } = await call<{
    item: { agentId: string };
    credential: { credentialId: string; secret: string };
  }>(page, 'POST', '/v1/agents', { manifest });
  const agent = new Agent({ baseUrl, agentId: item.agentId, ...credential });
  agent.hears('ask', async (ctx) => {
    await ctx.invokeTool(
      { tool: 'coin.charge', requestedScope: 'coin.charge', arguments: { amount: 3, reason: 'Plant food, 1 l' } },
      { idempotencyKey: ctx.deliveryId },
    );
  });
  agent.on('tool.result', (ctx) => ctx.reply([text(`The tool has ${ctx.envelope.tool_result.outcome}.`)]));
  return { agent, agentId: item.agentId, manifest };
}

/** Opens a room with an agent to which nothing was granted, and shows it. */
export async function openFreshRoom(page: Page, agentId: string): Promise<string> {
  const body = { agentIds: [agentId] };
  const { item } = await call<{ item: { conversationId: string } }>(page, 'POST', '/v1/conversations', body);
  await page.goto(`/c/${item.conversationId}`);
  return item.conversationId;
}

/** Opens a room with an agent that may charge coins. */
export async function openRoom(page: Page, agentId: string): Promise<string> {
  const body = { agentIds: [agentId] };
  const { item } = await call<{ item: { conversationId: string } }>(page, 'POST', '/v1/conversations', body);
  await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: ['coin.charge'] });
  return item.conversationId;
}

/** Calls the server as the person of the page. */
export async function call<Answer>(page: Page, method: string, path: string, data: object): Promise<Answer> {
  const response = await page.request.fetch(path, { method, data });
  expect(response.ok(), `${method} ${path}`).toBe(true);
  return (await response.json()) as Answer;
}
