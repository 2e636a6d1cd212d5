import {
  cleanLine,
  didYouMean,
  newId,
  type AgentId,
  type DeliveryId,
  type InvokeToolAnswer,
  type InvokeToolBody,
} from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { requestApproval } from '../approvals/request-approval.ts';
import type { Authority } from '../deliveries/log/authority-queries.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { runOnce } from '../idempotency/run-once.ts';
import type { TranscriptWriter } from '../transcript/transcript-writer.ts';
import { lockAuthority } from '../messages/reply/reply-rights.ts';
import { noteTry, type ScopeTry } from '../permissions/note-try.ts';
import { noteUse } from '../permissions/note-use.ts';
import { notGranted } from '../permissions/scope-hint.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import { bindArguments } from './bind-arguments.ts';
import { sealResult } from './end-invocation.ts';
import { nextState, type InvocationRow, type InvocationState } from './invocation.ts';
import { hasLiveGrant } from './live-grant.ts';
import { insertInvocation } from './queries.ts';
import { isWithinReach } from './tool-reach.ts';
import type { Tool } from './tool.ts';

/** An agent's request that the platform act for it. */
export interface InvokeTool {
  readonly agentId: AgentId;
  readonly body: InvokeToolBody;
  readonly key: IdempotencyKey | null;
  /** Tools that a misspelt name may have meant. */
  readonly known?: readonly Tool[];
}

export type InvokeApp = Pick<App, 'commit' | 'clock' | 'config' | 'beliefs'>;

/**
 * Takes a request to act: policy allows it, denies it, or has the person asked. Nothing runs here. The answer is committed with the
 * invocation and with its key, so that a repeat gets it again and asks nobody twice.
 */
export async function invokeTool(app: InvokeApp, tool: Tool | null, call: InvokeTool): Promise<StoredAnswer> {
  const lacking: ScopeTry[] = [];
  return runOnce(app, call.key, async (work) => {
    const answer = await write(app, work, tool, call, (tried) => lacking.push(tried));
    return { status: 200, answer };
  }).finally(() => Promise.all(lacking.map((tried) => noteTry(app, tried))));
}

async function write(
  app: InvokeApp,
  work: DeliveryWork,
  tool: Tool | null,
  call: InvokeTool,
  onLack: (tried: ScopeTry) => void,
): Promise<InvokeToolAnswer> {
  const { tx } = work;
  const { transcript, authority, agent } = await findRights(app, tx, call);
  if (tool === null) return refuse('tool_not_found', { path: '/tool', hint: namesNear(call, agent) });
  if (!(await isWithinReach(tx, tool.reach, agent, authority.user_id))) refuse('tool_denied', { path: '/tool' });
  await authorizeGrant(tx, tool, call.body, agent, authority, onLack);
  const argumentsSha256 = validateArguments(tool, call.body);

  const row: InvocationRow = {
    invocation_id: newId('invocation', app.clock.now()),
    agent_id: call.agentId,
    conversation_id: authority.conversation_id,
    user_id: authority.user_id,
    human_origin: authority.human_origin,
    hop: authority.hop,
    tool: tool.name,
    requested_scope: tool.scope,
    arguments: call.body.arguments,
    arguments_sha256: argumentsSha256,
    approval_id: null,
    state: 'created',
    runner: null,
    fence: 0,
    created_at: new Date(app.clock.now()),
    ended_at: null,
  };
  const answer = await byPolicy[tool.policy](app, work, {
    tool,
    agent,
    transcript,
    row,
    deliveryId: authority.delivery_id,
  });
  await transcript.write(tx);
  work.signal(transcript.signals());
  return answer;
}

/** Of the tools only those that the manifest asks a scope for: the others are not this agent's business. */
function namesNear({ body, known = [] }: InvokeTool, agent: AgentRow): string {
  const requested = new Set(agent.requested_scopes.map(({ scope }) => scope));
  const names = known.filter(({ scope }) => requested.has(scope)).map(({ name }) => name);
  const all = names.length === 0 ? '' : `The manifest asks for scopes of ${names.join(', ')}. `;
  return `${didYouMean(body.tool, names)}${all}The operator of this server can say which tools there are.`;
}

/** What the delivery gives the agent a right to. All that is wrong with it is one answer, as for a reply. */
async function findRights(app: InvokeApp, tx: Tx, { agentId, body }: InvokeTool) {
  const claim = { agentId, deliveryId: body.in_reply_to_delivery_id };
  const { transcript, authority } = await lockAuthority(tx, app, claim);
  const [agent] = await findAgents(tx, [agentId]);
  if (!authority || !agent) return refuse('delivery_not_found', { path: '/in_reply_to_delivery_id' });
  return { transcript, authority, agent };
}

/** Naming a scope gives no authority: it has to be the tool's, and the person's grant of it has to stand. */
async function authorizeGrant(
  tx: Tx,
  tool: Tool,
  body: InvokeToolBody,
  agent: AgentRow,
  authority: Authority,
  onLack: (tried: ScopeTry) => void,
): Promise<void> {
  if (body.requested_scope !== tool.scope) {
    refuse('scope_not_granted', {
      path: '/requested_scope',
      message: 'The requested scope is not the one of this tool.',
      hint: `This tool needs ${tool.scope}: send that as requested_scope.`,
    });
  }
  if (!(await hasLiveGrant(tx, agent, authority.user_id, tool.scope))) {
    const { user_id, conversation_id: conversationId, delivery_id: deliveryId } = authority;
    // What the manifest does not request nobody can grant, so nobody is asked.
    if (agent.requested_scopes.some(({ scope }) => scope === tool.scope))
      onLack({ agentId: agent.agent_id, userIds: [user_id], scope: tool.scope, conversationId, deliveryId });
    refuse('scope_not_granted', { path: '/requested_scope', ...notGranted(agent, tool.scope) });
  }
}

/** Judges the arguments and binds them. */
function validateArguments(tool: Tool, body: InvokeToolBody): Buffer {
  const fault = tool.judge(body.arguments);
  if (fault) {
    refuse('arguments_invalid', {
      path: `/arguments${fault.path}`,
      message: `The arguments are not of the form that the tool takes: ${fault.message}.`,
    });
  }
  try {
    return bindArguments(body);
  } catch {
    // JSON has no infinity, but `1e400` is read as one.
    return refuse('arguments_invalid', {
      path: '/arguments',
      message: 'The arguments hold a number that is too large.',
    });
  }
}

interface Decided {
  readonly tool: Tool;
  readonly agent: AgentRow;
  readonly transcript: TranscriptWriter;
  readonly row: InvocationRow;
  /** What the agent was told to answer when it asked. */
  readonly deliveryId: DeliveryId;
}
type Decide = (app: InvokeApp, work: DeliveryWork, decided: Decided) => Promise<InvokeToolAnswer>;

const byPolicy: Record<Tool['policy'], Decide> = {
  async allow(_app, { tx, signal }, { row }) {
    const state = nextState(row.state, 'allow') as InvocationState;
    await Promise.all([insertInvocation(tx, { ...row, state }), noteUseBy(tx, row)]);
    signal([{ to: 'servers', type: 'invocationsReady' }]);
    return { outcome: 'allow', invocation_id: row.invocation_id };
  },
  async deny(_app, { tx, deliver }, { row }) {
    const state = nextState(row.state, 'deny') as InvocationState;
    const denied = { ...row, state, ended_at: row.created_at };
    await insertInvocation(tx, denied);
    await deliver([await sealResult(tx, denied, { code: 'denied_by_policy' }, row.created_at)]);
    return { outcome: 'deny', invocation_id: row.invocation_id, reason: 'The operator does not allow this tool.' };
  },
  async require_approval(app, work, { tool, agent, transcript, row, deliveryId }) {
    const request = {
      ...row,
      action: cleanLine(tool.action(row.arguments, agent.name)),
      kind: tool.kind,
      coin_amount: tool.coinAmount(row.arguments),
    };
    const { approval_id: approvalId } = await requestApproval(work, app, transcript, request, deliveryId);
    const state = nextState(row.state, 'ask') as InvocationState;
    const asked = { ...row, state, approval_id: approvalId };
    await Promise.all([insertInvocation(work.tx, asked), noteUseBy(work.tx, row)]);
    return { outcome: 'pending_approval', invocation_id: row.invocation_id, approval_id: approvalId };
  },
};

/** In the same flight as the invocation, so that counting takes no time of its own. */
function noteUseBy(tx: Tx, row: InvocationRow): Promise<void> {
  return noteUse(tx, {
    agentId: row.agent_id,
    userIds: [row.user_id],
    scope: row.requested_scope,
    now: row.created_at,
  });
}
