import { canonicalJson, isSpent, limits, newId, isId, type StandingTermsBody, type UserId } from '@parley/protocol';
import { lockAgent } from '../../../accounts/agents/queries.ts';
import { authorizeMove, type ApprovalRow } from '../../../chat/approvals/approval.ts';
import { isSameChoice, validateChoice, type Decision } from '../../../chat/approvals/choice.ts';
import { endApproval } from '../../../chat/approvals/end-approval.ts';
import { findAskedFrom, findApproval, findPendingFor, lockApproval } from '../../../chat/approvals/queries.ts';
import type { App } from '../../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../../chat/conversations/transcript-work.ts';
import { findAuthorities } from '../../../engine/deliveries/authority-queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { lockName } from '../../../platform/storage/lock-name.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { takeUse } from '../../standing/count-use.ts';
import { countActive, findGrantOf, insertGrant } from '../../standing/grant-queries.ts';
import { isOwnAct } from '../../standing/own-act.ts';
import { standingChanged } from '../../standing/standing-changed.ts';
import type { StandingGrantRow } from '../../standing/standing-grant.ts';
import { insertUse } from '../../standing/use-queries.ts';
import { callOf } from '../call-of.ts';
import { mayStand } from '../define-tool.ts';
import type { InvocationRow } from '../invocation.ts';
import { hasLiveGrant } from '../live-grant.ts';
import { findInvocation } from '../queries.ts';
import { conflict } from '../resolve-approval.ts';
import type { Tool } from '../tool.ts';
import type { Toolbox } from '../toolbox.ts';
import { validateStanding } from './validate-standing.ts';

type GiveApp = Pick<App, 'commit' | 'storage' | 'clock' | 'config'>;

interface Given {
  readonly approval: ApprovalRow;
  readonly grant: StandingGrantRow;
}

/**
 * Approves a call for its person and gives a standing grant with it, of which the call is the first use. Pending
 * approvals that the grant covers are approved with it, oldest first, while uses last. The same request again gets the
 * grant as it is now.
 */
export async function giveStanding(
  app: GiveApp,
  toolbox: Pick<Toolbox, 'find'>,
  userId: UserId,
  approvalId: string,
  { standing, decision }: Pick<Giving, 'standing' | 'decision'>,
): Promise<Given> {
  const { db } = app.storage;
  const found = isId('approval', approvalId) ? await findApproval(db, approvalId) : null;
  if (found?.user_id !== userId) return refuse('approval_not_found');
  const invocation = await findInvocation(db, found.invocation_id);
  const tool = invocation && (await toolbox.find(invocation.tool));
  const pending = await findPendingFor(db, found);
  return app.commit(async (work) => {
    const rooms = [found, ...pending].map((row) => row.conversation_id);
    await work.transcript.lock([...new Set(rooms)].sort());
    const row = (await lockApproval(work.tx, found.approval_id)) as ApprovalRow;
    const move = authorizeMove(row, 'approved', app.clock.now());
    if (move === 'same') return repeated(work.tx, row, { standing, decision });
    if (move !== 'moves') return refuse(move);
    if (invocation === null || tool === null || !(await isPossible(work.tx, tool, row)))
      return refuse('grant_not_possible', { path: '/standing' });
    const { approval, grant: first } = await give(app, work, { row, invocation, tool, standing, decision });
    let grant = first;
    for (const other of pending) grant = (await approveWith(app, work, { grant, other, tool })) ?? grant;
    return { approval, grant };
  });
}

/** Returns the canonical JSON of bounds with every default, so that equal bounds are equal however they were sent. */
function formOf({ until, uses, equal = [], max = [], anyConversation = false }: StandingTermsBody): string {
  return canonicalJson({ until: new Date(until).toISOString(), uses, equal, max, anyConversation });
}

async function repeated(
  tx: Tx,
  approval: ApprovalRow,
  { standing, decision }: Pick<Giving, 'standing' | 'decision'>,
): Promise<Given> {
  const grant = await findGrantOf(tx, approval.approval_id);
  if (grant === null || !isSameChoice(approval, decision)) return conflict();
  const isSame = formOf(JSON.parse(grant.asked) as StandingTermsBody) === formOf(standing);
  return isSame ? { approval, grant } : conflict();
}

/** Locks the agent, so that its scopes cannot change before the grant exists. */
async function isPossible(tx: Tx, tool: Tool, row: ApprovalRow): Promise<boolean> {
  const agent = await lockAgent(tx, row.agent_id);
  if (agent === null || agent.suspension !== null || !mayStand(tool) || tool.definition === null) return false;
  return tool.scope === row.requested_scope && hasLiveGrant(tx, agent, row.user_id, tool.scope);
}

interface Giving {
  readonly row: ApprovalRow;
  readonly invocation: InvocationRow;
  readonly tool: Tool;
  readonly standing: StandingTermsBody;
  readonly decision: Decision;
}

async function give(app: GiveApp, work: TranscriptWork, giving: Giving): Promise<Given> {
  const { row, invocation, tool, standing, decision } = giving;
  const nowMs = app.clock.now();
  const bounds = validateStanding(standing, invocation, { nowMs, standingMaxMs: app.config.standingMaxMs });
  await authorizeQuota(work.tx, row.user_id, new Date(nowMs));
  const choice = validateChoice(row, decision);
  const approval = await endApproval(work, app, row, 'approved', { choice });
  const now = approval.resolved_at as Date;
  const counts = { uses: standing.uses ?? null, used: 1 };
  const grant: StandingGrantRow = {
    grant_id: newId('standingGrant', now.getTime()),
    user_id: row.user_id,
    agent_id: row.agent_id,
    approval_id: row.approval_id,
    tool: invocation.tool,
    requested_scope: row.requested_scope,
    conversation_id: standing.anyConversation === true ? null : row.conversation_id,
    asked: formOf(standing),
    members: Object.keys(invocation.arguments),
    equal: bounds.equal,
    bounds: bounds.max,
    ...counts,
    until: bounds.until,
    state: isSpent({ ...counts, max: bounds.max }) ? 'spent' : 'active',
    invalid_reason: null,
    definition: tool.definition as Buffer,
    created_at: now,
    last_used_at: now,
  };
  await insertGrant(work.tx, grant);
  await work.audit('approval.approved', { approvalId: row.approval_id, grantId: grant.grant_id });
  await insertUse(work.tx, {
    invocation_id: invocation.invocation_id,
    grant_id: grant.grant_id,
    approval_id: row.approval_id,
    is_first: true,
    at: now,
    arguments: invocation.arguments,
    arguments_sha256: invocation.arguments_sha256,
    amounts: bounds.max.map(({ spent }) => spent),
  });
  work.tell([row.user_id], 'membershipUpdated', { agentId: row.agent_id });
  work.signal(standingChanged({ given: 1, used: 1, spent: Number(grant.state === 'spent') }));
  return { approval, grant };
}

async function authorizeQuota(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await lockName(tx, `standing grants ${userId}`);
  if ((await countActive(tx, userId, now)) < limits.standingGrantsPerPerson) return;
  refuse('quota_exceeded', {
    message: 'You have as many active standing grants as you may.',
    hint: `A person has at most ${limits.standingGrantsPerPerson} active standing grants; take one back first.`,
  });
}

/**
 * Approves a pending approval as a use of a new grant. Returns the grant with that use, or null if it does not cover the
 * call or has no room for it.
 */
async function approveWith(
  app: GiveApp,
  work: TranscriptWork,
  { grant, other, tool }: { readonly grant: StandingGrantRow; readonly other: ApprovalRow; readonly tool: Tool },
): Promise<StandingGrantRow | null> {
  const { tx } = work;
  const row = await lockApproval(tx, other.approval_id);
  if (row === null || row.state !== 'pending' || authorizeMove(row, 'approved', app.clock.now()) !== 'moves')
    return null;
  const [invocation, delivery] = await Promise.all([
    findInvocation(tx, row.invocation_id),
    findAskedFrom(tx, row.approval_id),
  ]);
  const [authority] = delivery === null ? [] : await findAuthorities(tx, [delivery], new Date(0));
  if (invocation === null || authority === undefined || !(await isOwnAct(tx, authority))) return null;
  const call = callOf(invocation, true);
  const { invocation_id, approval_id, arguments_sha256 } = row;
  const use = { invocation_id, approval_id, arguments_sha256 };
  const taken = await takeUse(work, grant, { call, definition: tool.definition as Buffer, use }, grant.created_at);
  if (taken === null) return null;
  await endApproval(work, app, row, 'approved', { at: grant.created_at });
  await work.audit('approval.approved', { approvalId: approval_id, grantId: grant.grant_id });
  return taken;
}
