import type { AgentId, ApprovalId, ConversationId, InvocationId, UserId } from '@parley/protocol';

/** A stored request of an agent to run a tool. */
export interface InvocationRow {
  readonly invocation_id: InvocationId;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  /** The person that the agent acts for. */
  readonly user_id: UserId;
  readonly human_origin: boolean;
  readonly hop: number;
  readonly tool: string;
  readonly requested_scope: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly arguments_sha256: Buffer;
  /** The approval that it needs; null if the policy allowed it. */
  readonly approval_id: ApprovalId | null;
  readonly state: InvocationState;
  /** The server that is running it; null unless it is running. */
  readonly runner: string | null;
  /** Claim counter. A runner with an older value must not write. */
  readonly fence: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

export type InvocationState = keyof typeof invocationMoves;
export type InvocationMove = (typeof invocationMoveNames)[number];

export const invocationMoveNames = [
  'allow',
  'ask',
  'deny',
  'approve',
  'expire',
  'claim',
  'release',
  'succeed',
  'fail',
] as const;

/**
 * All states and the moves out of each. A server claims an `approved` invocation to run it, and releases it if that
 * server dies before the call could have an effect. A state without moves is final and has one `tool.result`.
 */
export const invocationMoves = {
  created: { allow: 'approved', ask: 'waiting_approval', deny: 'denied' },
  waiting_approval: { approve: 'approved', deny: 'denied', expire: 'expired' },
  approved: { claim: 'running' },
  running: { release: 'approved', deny: 'denied', succeed: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: {},
  denied: {},
  expired: {},
} as const satisfies Record<string, Partial<Record<InvocationMove, string>>>;

/** Final states of an invocation; its `tool.result` gives this state. */
export type InvocationEnd = 'succeeded' | 'failed' | 'denied' | 'expired';

/** Returns the state that a move leads to, or null if the state does not have this move. */
export function nextState(state: InvocationState, move: InvocationMove): InvocationState | null {
  const moves: Partial<Record<InvocationMove, InvocationState>> = invocationMoves[state];
  return moves[move] ?? null;
}

export function isEnd(state: InvocationState): state is InvocationEnd {
  return Object.keys(invocationMoves[state]).length === 0;
}
