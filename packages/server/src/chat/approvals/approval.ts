import type {
  AgentId,
  ApprovalId,
  ApprovalKind,
  ApprovalState,
  ConversationId,
  DecisionOption,
  InvocationId,
  MessageId,
  RefusalCode,
  UserId,
} from '@parley/protocol';

/**
 * A stored approval. It is bound to the arguments that it holds, by their hash. They change at most once, when the person approves a
 * `decision.request` with others at its editable paths.
 */
export interface ApprovalRow {
  readonly approval_id: ApprovalId;
  readonly invocation_id: InvocationId;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  /** The person that the agent acts for. Only they may resolve it. */
  readonly user_id: UserId;
  /** The message that asks for it. */
  readonly message_id: MessageId;
  readonly human_origin: boolean;
  readonly hop: number;
  readonly requested_scope: string;
  readonly action: string;
  readonly kind: ApprovalKind;
  readonly coin_amount: number | null;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly arguments_sha256: Buffer;
  /** The options and the editable paths of a `decision.request`; null for any other tool. */
  readonly options: readonly DecisionOption[] | null;
  readonly editable: readonly string[] | null;
  /** The id of the chosen option, and the person's reason. */
  readonly option: string | null;
  readonly reason: string | null;
  /** The arguments as proposed, and their hash, if the person sent some with the approval. */
  readonly proposed_arguments: Readonly<Record<string, unknown>> | null;
  readonly proposed_sha256: Buffer | null;
  readonly state: ApprovalState;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly resolved_at: Date | null;
  /** When its outcome was applied to the invocation that waited for it; null until then. */
  readonly collected_at: Date | null;
}

export type ApprovalEnd = Exclude<ApprovalState, 'pending'>;

/** Result of an attempt to end an approval: it moves, it was in that state already, or the attempt is refused. */
export type ApprovalMove = 'moves' | 'same' | Extract<RefusalCode, 'approval_conflict' | 'approval_expired'>;

/**
 * The result for every state and every requested end. Expiry requests `expired` and accepts any state that it finds.
 */
export const approvalMoves: Readonly<Record<ApprovalState, Readonly<Record<ApprovalEnd, ApprovalMove>>>> = {
  pending: { approved: 'moves', denied: 'moves', expired: 'moves' },
  approved: { approved: 'same', denied: 'approval_conflict', expired: 'same' },
  denied: { approved: 'approval_conflict', denied: 'same', expired: 'same' },
  expired: { approved: 'approval_expired', denied: 'approval_expired', expired: 'same' },
};

/** Returns the result of an attempt at `nowMs`. A pending approval can no longer be resolved after `expires_at`. */
export function authorizeMove(
  { state, expires_at }: Pick<ApprovalRow, 'state' | 'expires_at'>,
  end: ApprovalEnd,
  nowMs: number,
): ApprovalMove {
  const isOver = state === 'pending' && end !== 'expired' && nowMs >= expires_at.getTime();
  return isOver ? 'approval_expired' : approvalMoves[state][end];
}
