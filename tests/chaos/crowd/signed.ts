import type { Agent } from '../../../packages/server/src/testing/contract/agent.ts';
import { sign } from '../../../packages/server/src/testing/contract/signature.ts';

/** A signed request of an agent, for `AskAny`: signed anew each time it is sent. */
export function asAgent(agent: Agent, body?: unknown, key?: string): () => RequestInit {
  const raw = body === undefined ? '' : JSON.stringify(body);
  return () => ({
    ...(body === undefined ? {} : { method: 'POST', body: raw }),
    headers: {
      authorization: agent.authorization,
      'x-agent-signature': sign(agent.secret, Math.floor(Date.now() / 1000), raw),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
}
