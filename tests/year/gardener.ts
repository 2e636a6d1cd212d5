import { Agent, text } from '@parley/agent-sdk';
import type { Json } from '../../packages/server/src/testing/contract/http.ts';

/** The manifest of an agent that charges coins when it is asked to, and answers everything else. */
export const gardenerManifest = {
  version: '1',
  handle: 'gardener',
  name: 'Gardener',
  description: 'Waters the plants.',
  transport: 'relay',
  requested_scopes: [{ scope: 'coin.charge', reason: 'To buy what the plants need.' }],
};

/** Runs the agent, as its author does: one program, which stays while servers come and go. */
export async function runGardener(baseUrl: string, { item, credential }: Json): Promise<Agent> {
  const agent = new Agent({ baseUrl, agentId: item.agentId, ...credential, log: () => undefined });
  agent.hears('buy', async (ctx) => {
    await ctx.invokeTool(
      { tool: 'coin.charge', requestedScope: 'coin.charge', arguments: { amount: 3, reason: 'Plant food, 1 l' } },
      { idempotencyKey: ctx.deliveryId },
    );
  });
  agent.on('tool.result', (ctx) => ctx.reply([text(`The tool has ${ctx.envelope.tool_result.outcome}.`)]));
  agent.on('message.created', (ctx) => ctx.reply([text(`You said: ${ctx.text}`)]));
  await agent.startRelay();
  return agent;
}
