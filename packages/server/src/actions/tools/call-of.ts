import type { StandingCall } from '@parley/protocol';
import type { InvocationRow } from './invocation.ts';

/** Returns an invocation as standing grants check it. */
export function callOf(row: InvocationRow, isOwnAct: boolean): StandingCall {
  return {
    agentId: row.agent_id,
    userId: row.user_id,
    tool: row.tool,
    requestedScope: row.requested_scope,
    conversationId: row.conversation_id,
    arguments: row.arguments,
    isOwnAct,
  };
}
