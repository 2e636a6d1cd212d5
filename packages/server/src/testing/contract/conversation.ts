import type { Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import type { Answer, Json } from './http.ts';
import type { Person } from './person.ts';
import type { Server } from './server.ts';

/** Opens a conversation of this person with an agent, other people, or both. Returns its id. */
export async function openConversation(person: Person, agent?: Agent | null, others: Person[] = []): Promise<string> {
  const body = {
    agentIds: agent ? [agent.agentId] : [],
    ...(others.length > 0 ? { userIds: others.map((other) => other.userId) } : {}),
  };
  const answer = await person.post('/v1/conversations', body);
  if (answer.status !== 201) throw new Error(`Opening a room answered ${answer.status}: ${answer.text}`);
  return answer.body.item.conversationId;
}

/** Sends a text and returns the answer's body. */
export async function say(person: Person, conversation: string, text: string): Promise<Json> {
  const answer = await person.post(`/v1/conversations/${conversation}/messages`, { text });
  if (answer.status !== 201) throw new Error(`Sending answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Sends a text to a conversation with an agent. Returns the id of its one delivery. */
export async function deliver(person: Person, conversation: string, text: string): Promise<string> {
  const { deliveries } = await say(person, conversation, text);
  if (deliveries.length !== 1) throw new Error(`Sending made ${deliveries.length} deliveries.`);
  return deliveries[0].deliveryId;
}

/** Returns the messages of a conversation as this person reads them. */
export async function messagesOf(person: Person, conversation: string, query = ''): Promise<Json[]> {
  return mustRead(await person.get(`/v1/conversations/${conversation}/messages${query}`)).items;
}

/** Returns a conversation from this person's list. */
export async function listed(person: Person, conversation: string): Promise<Json> {
  const { items } = mustRead(await person.get('/v1/conversations?limit=200'));
  return items.find((item: Json) => item.conversationId === conversation);
}

/** Returns a delivery from the log of its agent's owner. */
export async function deliveryOf(agent: Agent, deliveryId: string): Promise<Json> {
  return mustRead(await agent.owner.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).item;
}

/** Waits until a delivery has this status and, if given, this number of attempts. */
export function awaitDelivery(
  server: Server,
  agent: Agent,
  deliveryId: string,
  wanted: { status: string; attempts?: number },
): Promise<Json> {
  return eventually(server, `delivery to be ${JSON.stringify(wanted)}`, async () => {
    const found = await deliveryOf(agent, deliveryId);
    const tried = wanted.attempts === undefined || found.attemptCount === wanted.attempts;
    return found.status === wanted.status && tried ? found : undefined;
  });
}

function mustRead(answer: Answer): Json {
  if (answer.status !== 200) throw new Error(`Reading answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
