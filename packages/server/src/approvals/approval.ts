import type {
  AgentId,
  ApprovalId,
  ApprovalKind,
  ApprovalState,
  ConversationId,
  InvocationId,
  MessageId,
  RefusalCode,
  UserId,
} from '@parley/protocol';

/** An approval as it is stored. It binds the arguments that it was asked for: their hash stands in it, and they never change. */
export interface ApprovalRow {
  readonly approval_id: ApprovalId;
  readonly invocation_id: InvocationId;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  /** Its owner, who alone may resolve it: the person on whose behalf the agent acts. */
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
  readonly state: ApprovalState;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly resolved_at: Date | null;
  /** When its outcome reached the invocation that waited for it; null until then. */
  readonly collected_at: Date | null;
}

export type ApprovalEnd = Exclude<ApprovalState, 'pending'>;

/** What an attempt to end an approval comes to: it moves, it was that already, or it is refused. */
export type ApprovalMove = 'moves' | 'same' | Extract<RefusalCode, 'approval_conflict' | 'approval_expired'>;

/** Every state and every end that may be asked for it. Time asks for `expired`, and takes what it finds. */
export const approvalMoves: Readonly<Record<ApprovalState, Readonly<Record<ApprovalEnd, ApprovalMove>>>> = {
  pending: { approved: 'moves', denied: 'moves', expired: 'moves' },
  approved: { approved: 'same', denied: 'approval_conflict', expired: 'same' },
  denied: { approved: 'approval_conflict', denied: 'same', expired: 'same' },
  expired: { approved: 'approval_expired', denied: 'approval_expired', expired: 'same' },
};

/** Judges an attempt at a time: one that is still pending when its time is over cannot be resolved any more. */
export function authorizeMove(
  { state, expires_at }: Pick<ApprovalRow, 'state' | 'expires_at'>,
  end: ApprovalEnd,
  nowMs: number,
): ApprovalMove {
  const isOver = state === 'pending' && end !== 'expired' && nowMs >= expires_at.getTime();
  return isOver ? 'approval_expired' : approvalMoves[state][end];
}
