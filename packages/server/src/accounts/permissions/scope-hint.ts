import type { Refusal } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';

/**
 * Returns the message and hint for an agent that lacks a grant. They are the same whether the scope was not granted or
 * a person blocked the agent.
 */
export function notGranted(
  agent: Pick<AgentRow, 'requested_scopes'>,
  scope: string,
): Pick<Refusal, 'message' | 'hint'> {
  const isRequested = agent.requested_scopes.some((requested) => requested.scope === scope);
  const grant = 'the person can then grant it to this agent, and the same request succeeds.';
  return {
    message: `The scope ${scope} is not granted to this agent.`,
    hint: isRequested
      ? `Ask for ${scope} and say what it is for: ${grant}`
      : `Add ${scope} to the requested_scopes of the manifest: ${grant}`,
  };
}
