import type { AgentId } from '@parley/protocol';
import { Failure } from '../failure.ts';
import type { Client } from './client.ts';

/** The handles of agents by their ids. One that the caller can no longer see is left out. */
export async function handlesOf(
  client: Client,
  items: readonly { readonly agentId: AgentId }[],
): Promise<ReadonlyMap<string, string>> {
  const handles = new Map<string, string>();
  for (const agentId of new Set(items.map((item) => item.agentId))) {
    try {
      handles.set(agentId, (await client.call('getAgent', { params: { agentId } })).item.handle);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'agent_not_found') throw error;
    }
  }
  return handles;
}
