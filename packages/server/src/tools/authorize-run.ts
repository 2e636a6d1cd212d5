import type { ToolFailureCode } from '@parley/protocol';
import { findAgents } from '../agents/queries.ts';
import type { TranscriptWriter } from '../transcript/transcript-writer.ts';
import type { Tx } from '../storage/storage.ts';
import { bindArguments } from './bind-arguments.ts';
import type { InvocationRow } from './invocation.ts';
import { hasLiveGrant } from './live-grant.ts';
import { isWithinReach } from './tool-reach.ts';
import type { Tool } from './tool.ts';

/** Why an invocation ends without running. */
export interface RunRefusal {
  readonly move: 'deny' | 'fail';
  readonly content: { readonly code: ToolFailureCode; readonly path?: string };
}

/**
 * Judges once more, at the moment of running, what was judged when the agent asked: whom the tool is for, the seat, the grant, the policy
 * and the arguments. An approval covers exactly the call that it was asked for, so its hash is computed anew. Null where the invocation
 * may run.
 */
export async function authorizeRun(
  tx: Tx,
  transcript: TranscriptWriter,
  row: InvocationRow,
  tool: Tool | null,
): Promise<RunRefusal | null> {
  if (!bindArguments(row).equals(row.arguments_sha256)) return failure({ code: 'arguments_changed' });
  if (tool === null) return failure({ code: 'tool_unavailable' });
  const [agent] = await findAgents(tx, [row.agent_id]);
  if (agent === undefined) return denial({ code: 'scope_not_granted' });
  if (!(await isWithinReach(tx, tool.reach, agent, row.user_id))) return denial({ code: 'tool_denied' });
  const isSeated = transcript.conversation(row.conversation_id)?.agent_id === row.agent_id;
  const isGranted = await hasLiveGrant(tx, agent, row.user_id, tool.scope);
  if (!isSeated || !isGranted || tool.scope !== row.requested_scope) return denial({ code: 'scope_not_granted' });
  if (tool.policy === 'deny') return denial({ code: 'denied_by_policy' });
  // Policy has become stricter since: nobody was asked.
  if (tool.policy === 'require_approval' && row.approval_id === null) return denial({ code: 'denied_by_policy' });
  const fault = tool.judge(row.arguments);
  return fault ? failure({ code: 'arguments_invalid', path: `/arguments${fault.path}` }) : null;
}

const failure = (content: RunRefusal['content']): RunRefusal => ({ move: 'fail', content });
const denial = (content: RunRefusal['content']): RunRefusal => ({ move: 'deny', content });
