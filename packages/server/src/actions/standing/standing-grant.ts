import type {
  AgentId,
  ApprovalId,
  ConversationId,
  InvocationId,
  StandingGrant,
  StandingGrantId,
  StandingGrantState,
  StandingInvalidReason,
  StandingMax,
  StandingTerms,
  UserId,
} from '@parley/protocol';

/** A stored standing grant. */
export interface StandingGrantRow {
  readonly grant_id: StandingGrantId;
  readonly user_id: UserId;
  readonly agent_id: AgentId;
  readonly approval_id: ApprovalId;
  readonly tool: string;
  readonly requested_scope: string;
  readonly conversation_id: ConversationId | null;
  /** The canonical JSON of the bounds as they were sent, to recognise a repeat. */
  readonly asked: string;
  readonly members: readonly string[];
  readonly equal: StandingTerms['equal'];
  readonly bounds: readonly StandingMax[];
  readonly uses: number | null;
  readonly used: number;
  readonly until: Date;
  readonly state: Exclude<StandingGrantState, 'expired'>;
  readonly invalid_reason: StandingInvalidReason | null;
  /** The hash of the tool's definition when the grant was given. */
  readonly definition: Buffer;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** A stored use. It is settled when its invocation has ended. */
export interface StandingUseRow {
  readonly invocation_id: InvocationId;
  readonly grant_id: StandingGrantId;
  readonly approval_id: ApprovalId | null;
  /** Whether it is the call that the person approved when they gave the grant. */
  readonly is_first: boolean;
  readonly at: Date;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly arguments_sha256: Buffer;
  readonly amounts: readonly string[];
  readonly outcome: 'succeeded' | 'failed' | 'denied' | null;
  readonly executed_at: Date | null;
  readonly settled_at: Date | null;
}

/** Returns what a grant covers, for the checks. */
export function termsOf(row: StandingGrantRow): StandingTerms {
  return {
    agentId: row.agent_id,
    userId: row.user_id,
    tool: row.tool,
    requestedScope: row.requested_scope,
    conversationId: row.conversation_id,
    members: row.members,
    equal: row.equal,
    max: row.bounds,
    uses: row.uses,
    used: row.used,
    untilMs: row.until.getTime(),
    isActive: row.state === 'active',
  };
}

/** Presents a grant at a time in milliseconds. */
export function presentStandingGrant(row: StandingGrantRow, nowMs: number): StandingGrant {
  return {
    grantId: row.grant_id,
    agentId: row.agent_id,
    tool: row.tool,
    requestedScope: row.requested_scope,
    conversationId: row.conversation_id,
    equal: row.equal.map(({ path, value }) => ({ path, value })),
    max: row.bounds.map(({ path, perCall, total, spent }) => ({ path, perCall, total, spent: Number(spent) })),
    uses: row.uses,
    used: row.used,
    until: row.until.toISOString(),
    state: row.state === 'active' && nowMs >= row.until.getTime() ? 'expired' : row.state,
    invalidReason: row.invalid_reason,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    approvalId: row.approval_id,
  };
}
