import type { ToolFailureCode, ToolPolicy } from '@parley/protocol';
import { isLive } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import { bindArguments } from '../../chat/approvals/bind-arguments.ts';
import { isOfSeat } from '../../chat/conversations/seat-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { holdsAtRun } from '../standing/count-use.ts';
import type { StandingUseRow } from '../standing/standing-grant.ts';
import { callOf } from './call-of.ts';
import type { InvocationRow } from './invocation.ts';
import { hasLiveGrant } from './live-grant.ts';
import { isWithinReach } from './tool-reach.ts';
import type { Tool } from './tool.ts';

/** The reason why an invocation ends without running. */
export interface RunRefusal {
  readonly move: 'deny' | 'fail';
  readonly content: { readonly code: ToolFailureCode; readonly path?: string };
}

/**
 * Checks again, in the transaction that runs it, what was checked when the agent asked: the tool's reach, the seat, the
 * person's membership, the grant, the policy, the arguments and that the agent is live. An approval covers exactly one
 * call, so the hash of the arguments is compared again. Returns null if the invocation may run.
 */
export async function authorizeRun(
  { tx, transcript }: TranscriptWork,
  row: InvocationRow,
  tool: Tool | null,
  use: StandingUseRow | null,
  nowMs: number,
): Promise<RunRefusal | null> {
  if (use !== null && !(await stillHolds(tx, row, tool, use, nowMs))) return denial({ code: 'grant_ended' });
  if (!bindArguments(row).equals(row.arguments_sha256)) return failure({ code: 'arguments_changed' });
  if (tool === null) return failure({ code: 'tool_unavailable' });
  const [agent] = await findAgents(tx, [row.agent_id]);
  if (agent === undefined) return denial({ code: 'scope_not_granted' });
  if (!(await isWithinReach(tx, tool.reach, agent, row.user_id))) return denial({ code: 'tool_denied' });
  const conversation = transcript.conversation(row.conversation_id);
  const isSeated = isOfSeat(conversation, row.agent_id, row.created_at);
  const isThere = conversation?.people.includes(row.user_id) ?? false;
  const isGranted = await hasLiveGrant(tx, agent, row.user_id, tool.scope);
  if (!isSeated || !isThere || !isGranted || tool.scope !== row.requested_scope)
    return denial({ code: 'scope_not_granted' });
  if (!mayRun(tool, row, use) || (tool.kind === 'charge' && !isLive(agent)))
    return denial({ code: 'denied_by_policy' });
  const fault = tool.validate(row.arguments);
  return fault ? failure({ code: 'arguments_invalid', path: `/arguments${fault.path}` }) : null;
}

/**
 * If the policy has become stricter, no person has approved, so the invocation may not run. An unknown policy allows
 * nothing.
 */
function mayRun({ policy }: Tool, { approval_id }: InvocationRow, use: StandingUseRow | null): boolean {
  return Object.hasOwn(byPolicy, policy) && byPolicy[policy](approval_id !== null || use !== null);
}

const byPolicy: Readonly<Record<ToolPolicy, (isApproved: boolean) => boolean>> = {
  allow: () => true,
  deny: () => false,
  require_approval: (isApproved) => isApproved,
};

/**
 * Checks the grant of a use again. The first use ends with its grant as well, but the person approved that very call,
 * whoever called the agent.
 */
function stillHolds(
  tx: Tx,
  row: InvocationRow,
  tool: Tool | null,
  use: StandingUseRow,
  nowMs: number,
): Promise<boolean> {
  const call = callOf(row, use.is_first || row.hop === 0);
  return holdsAtRun(tx, use, { call, definition: tool?.definition ?? null }, new Date(nowMs));
}

const failure = (content: RunRefusal['content']): RunRefusal => ({ move: 'fail', content });
const denial = (content: RunRefusal['content']): RunRefusal => ({ move: 'deny', content });
