import type { Agent, ConversationId } from '@parley/protocol';
import { call } from './call.ts';
import { newKey } from './new-key.ts';

/** The handle of the platform's own agent, on servers with the demo. */
const showcase = 'showcase';

export interface FirstRoom {
  readonly conversationId: ConversationId;
  /** Whether a first word may be said for the user: the platform's own agent answers it, and it costs nothing. */
  readonly mayGreet: boolean;
}

/**
 * Opens the first room of a new person: with the showcase, else with the first model that the operator offers, else with the first agent
 * of the directory. Returns null where there is none of them.
 */
export async function openFirstRoom(agents: readonly Agent[]): Promise<FirstRoom | null> {
  const own = agents.find(({ handle }) => handle === showcase);
  const agentId = own?.agentId ?? (await addOfferedModel()) ?? agents[0]?.agentId;
  if (agentId === undefined) return null;
  const { item } = await call('openConversation', {
    body: { agentIds: [agentId], userIds: [] },
    idempotencyKey: newKey(),
  });
  return { conversationId: item.conversationId, mayGreet: own !== undefined };
}

/** Makes the first model that the operator offers an agent of the user; undefined where none is offered. */
async function addOfferedModel(): Promise<Agent['agentId'] | undefined> {
  try {
    const [offer] = (await call('listModelOffers')).items;
    const model = offer?.models[0];
    if (!offer || model === undefined) return undefined;
    const { item } = await call('addModel', { body: { name: offer.name, offerId: offer.offerId, model } });
    return item.agentId;
  } catch {
    // Models are off, or out of reach: the directory may have another agent.
    return undefined;
  }
}
