import type { AgentId, ApprovalId, ConversationId, InvocationId, UserId } from '@parley/protocol';

/** One request of an agent that the platform act for it, as it is stored. */
export interface InvocationRow {
  readonly invocation_id: InvocationId;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  /** The person on whose behalf it is. */
  readonly user_id: UserId;
  readonly human_origin: boolean;
  readonly hop: number;
  readonly tool: string;
  readonly requested_scope: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly arguments_sha256: Buffer;
  /** The approval that it needs; null where policy allowed it. */
  readonly approval_id: ApprovalId | null;
  readonly state: InvocationState;
  /** The server that has it in hand, while it runs. */
  readonly runner: string | null;
  /** Counts the claims: whoever claimed it before has no say any more. */
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
 * Every state and the moves out of it. One that is `approved`, by policy or by a person, runs when a server claims it, and is let
 * go again where that server died before it could do harm. A state without moves is an end: with it goes one `tool.result`.
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

/** How an invocation can end, which its `tool.result` says. */
export type InvocationEnd = 'succeeded' | 'failed' | 'denied' | 'expired';

/** Where a move leads; null where the state does not have it. */
export function nextState(state: InvocationState, move: InvocationMove): InvocationState | null {
  const moves: Partial<Record<InvocationMove, InvocationState>> = invocationMoves[state];
  return moves[move] ?? null;
}

export function isEnd(state: InvocationState): state is InvocationEnd {
  return Object.keys(invocationMoves[state]).length === 0;
}
