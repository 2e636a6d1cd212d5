import type { Agent, Signing } from './agent.ts';
import type { Answer, Json } from './http.ts';
import type { Person } from './person.ts';

let spoken = 0;

/** Sends a proactive message with its own key and second. A string is short for one text block. */
export function speak(
  agent: Agent,
  conversation: string,
  blocks: Json[] | string = 'by the way',
  signing: Signing = {},
): Promise<Answer> {
  spoken += 1;
  const list = typeof blocks === 'string' ? [{ type: 'text', text: blocks }] : blocks;
  const body = { version: '1', conversation_id: conversation, blocks: list };
  return agent.send('/hooks/v1/proactive', body, {
    key: `spoken ${spoken}`,
    unix: agent.unix() + (spoken % 200),
    ...signing,
  });
}

export const proactive = 'proactive.message';
export const wantsToSpeak = { requested_scopes: [{ scope: proactive, reason: 'To tell you news.' }] };

/** Grants exactly these scopes to the agent. */
export const grant = (person: Person, agent: Agent, ...scopes: string[]): Promise<Answer> =>
  person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes });

/** Sets whether this person has muted or blocked the agent. */
export const prefer = (person: Person, agent: Agent, preferences: Json): Promise<Answer> =>
  person.put(`/v1/agents/${agent.agentId}/membership/preferences`, preferences);
