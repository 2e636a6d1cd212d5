import type { Agent } from '@parley/protocol';
import { exitCodes, Failure } from '../failure.ts';
import { allItems } from './all-items.ts';
import type { Client } from './client.ts';

/** The caller's own agents that are not deleted, page by page. */
export async function* ownAgents(client: Client): AsyncGenerator<Agent> {
  const owned = allItems((cursor) => client.call('listAgents', { query: { limit: 200, cursor } }));
  for await (const agent of owned) if (agent.status !== 'deleted') yield agent;
}

/** The caller's own agent by its handle or its id; null where there is none. */
export async function findOwnAgent(client: Client, name: string): Promise<Agent | null> {
  const handle = name.replace(/^@/, '');
  for await (const agent of ownAgents(client)) if (agent.handle === handle || agent.agentId === name) return agent;
  return null;
}

/** The same, or a failure that says which agents there are. */
export async function requireOwnAgent(client: Client, name: string): Promise<Agent> {
  const agent = await findOwnAgent(client, name);
  if (agent !== null) return agent;
  const handles: string[] = [];
  for await (const { handle } of ownAgents(client)) handles.push(handle);
  throw new Failure({
    code: 'agent_not_found',
    message: `You have no agent called "${name}".`,
    hint:
      handles.length === 0
        ? 'Register one with parley agent push.'
        : `Yours are ${handles.slice(0, 20).join(', ')}${handles.length > 20 ? ' and more' : ''}.`,
    exitCode: exitCodes.fault,
  });
}

/** An agent that the caller may write to: an own one, else one of the directory. */
export async function findAgentToWriteTo(client: Client, name: string): Promise<Pick<Agent, 'agentId' | 'handle'>> {
  const own = await findOwnAgent(client, name);
  if (own !== null) return own;
  const handle = name.replace(/^@/, '');
  const { items } = await client.call('searchDirectory', { query: { q: handle } });
  const found = items.find((agent) => agent.handle === handle || agent.agentId === name);
  return found ?? requireOwnAgent(client, name);
}
