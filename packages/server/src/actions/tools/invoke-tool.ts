import {
  cleanLine,
  didYouMean,
  newId,
  type AgentId,
  type DeliveryId,
  type InvokeToolAnswer,
  type InvokeToolBody,
} from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { bindArguments } from '../../chat/approvals/bind-arguments.ts';
import { requestApproval } from '../../chat/approvals/request-approval.ts';
import type { Authority } from '../../engine/deliveries/authority-queries.ts';
import { insertInvokedWith, insertResultOf } from '../../engine/deliveries/invoked-queries.ts';
import type { IdempotencyKey, StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { runOnce } from '../../platform/idempotency/run-once.ts';
import { quoted } from '../../chat/transcript/quoted.ts';
import { lockAuthority } from '../../chat/messages/reply/reply-rights.ts';
import { noteTry, type ScopeTry } from '../../accounts/permissions/note-try.ts';
import { noteUse } from '../../accounts/permissions/note-use.ts';
import { notGranted } from '../../accounts/permissions/scope-hint.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { pass, type TokenBucket } from '../../platform/routing/token-bucket.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { reserveUse } from '../standing/count-use.ts';
import { isOwnAct } from '../standing/own-act.ts';
import { callOf } from './call-of.ts';
import { mayStand } from './define-tool.ts';
import { sealResult } from './end-invocation.ts';
import { nextState, type InvocationRow, type InvocationState } from './invocation.ts';
import { hasLiveGrant } from './live-grant.ts';
import { insertInvocation } from './queries.ts';
import { isWithinReach } from './tool-reach.ts';
import type { Tool } from './tool.ts';

/** An agent's request to run a tool. */
export interface InvokeTool {
  readonly agentId: AgentId;
  readonly body: InvokeToolBody;
  readonly key: IdempotencyKey | null;
  /** Tools to suggest for a misspelled name. */
  readonly known?: readonly Tool[];
  /** Limits how often an agent may ask a person; null if there is no limit. */
  readonly asks: TokenBucket | null;
}

export type InvokeApp = Pick<App, 'commit' | 'clock' | 'config'>;

/**
 * Accepts a request to run a tool: the policy allows it, denies it or asks the person. The tool itself does not run
 * here. The answer is committed with the invocation and its key, so that a repeat gets the same answer and asks no one
 * twice.
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
  work: TranscriptWork,
  tool: Tool | null,
  call: InvokeTool,
  onLack: (tried: ScopeTry) => void,
): Promise<InvokeToolAnswer> {
  const { tx, transcript } = work;
  const { authority, agent } = await findRights(app, work, call);
  if (tool === null) return refuse('tool_not_found', { path: '/tool', hint: namesNear(call, agent) });
  if (!(await isWithinReach(tx, tool.reach, agent, authority.user_id))) refuse('tool_denied', { path: '/tool' });
  if (!transcript.conversation(authority.conversation_id)?.people.includes(authority.user_id))
    refuse('scope_not_granted', { path: '/requested_scope', message: 'The person has left the conversation.' });
  await authorizeGrant(tx, tool, call.body, agent, authority, onLack);
  const argumentsSha256 = validateArguments(tool, call.body);
  authorizeExpiry(app, tool, call.body);

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
    created_at: transcript.timeIn(authority.conversation_id),
    ended_at: null,
  };
  return byPolicy[tool.policy](app, work, {
    tool,
    agent,
    row,
    authority,
    asks: call.asks,
  });
}

/** Suggests only tools with a scope that the agent's manifest requests. The agent does not learn of the others. */
function namesNear({ body, known = [] }: InvokeTool, agent: AgentRow): string {
  const requested = new Set(agent.requested_scopes.map(({ scope }) => scope));
  const names = known.filter(({ scope }) => requested.has(scope)).map(({ name }) => name);
  const all = names.length === 0 ? '' : `The manifest asks for scopes of ${names.join(', ')}. `;
  return `${didYouMean(body.tool, names)}${all}The operator of this server can say which tools there are.`;
}

/**
 * Finds the authority that the delivery gives the agent. Every fault of the delivery is the same refusal, as for a
 * reply.
 */
async function findRights(app: InvokeApp, work: TranscriptWork, { agentId, body }: InvokeTool) {
  const claim = { agentId, deliveryId: body.in_reply_to_delivery_id };
  const authority = await lockAuthority(work, app, claim);
  const [agent] = await findAgents(work.tx, [agentId]);
  if (!authority || !agent) return refuse('delivery_not_found', { path: '/in_reply_to_delivery_id' });
  return { authority, agent };
}

/** Checks that the requested scope is the tool's and that the person's grant of it is live. */
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
    // No person can grant a scope that the manifest does not request, so no one is asked.
    if (agent.requested_scopes.some(({ scope }) => scope === tool.scope))
      onLack({ agentId: agent.agent_id, userIds: [user_id], scope: tool.scope, conversationId, deliveryId });
    refuse('scope_not_granted', { path: '/requested_scope', ...notGranted(agent, tool.scope) });
  }
}

/** Validates the arguments and returns their hash. */
function validateArguments(tool: Tool, body: InvokeToolBody): Buffer {
  const fault = tool.validate(body.arguments);
  if (fault) {
    refuse('arguments_invalid', {
      path: `/arguments${fault.path}`,
      message: `The arguments are not of the form that the tool takes: ${fault.message}.`,
    });
  }
  try {
    return bindArguments(body);
  } catch {
    // JSON has no infinity, but `1e400` is parsed as one.
    return refuse('arguments_invalid', {
      path: '/arguments',
      message: 'The arguments hold a number that is too large.',
    });
  }
}

/** Refuses to keep a question open for longer than the operator said. */
function authorizeExpiry({ config }: Pick<InvokeApp, 'config'>, tool: Tool, body: InvokeToolBody): void {
  const { expiresInMs = null } = tool.question?.(body.arguments) ?? {};
  const max = config.decisionTtlMaxMs;
  if (expiresInMs === null || max === null || expiresInMs <= max) return;
  refuse('arguments_invalid', {
    path: '/arguments/expires_in_minutes',
    message: 'The operator of this server keeps approvals open for less time.',
    hint: `It may be at most ${Math.floor(max / 60_000)} minutes.`,
  });
}

interface Decided {
  readonly tool: Tool;
  readonly agent: AgentRow;
  readonly row: InvocationRow;
  /** The authority of the delivery that the agent was answering when it asked. */
  readonly authority: Authority;
  readonly asks: TokenBucket | null;
}
type Decide = (app: InvokeApp, work: TranscriptWork, decided: Decided) => Promise<InvokeToolAnswer>;

const byPolicy: Record<Tool['policy'], Decide> = {
  async allow(_app, { tx, signal }, { row, authority }) {
    const state = nextState(row.state, 'allow') as InvocationState;
    await Promise.all([store(tx, { ...row, state }, authority.delivery_id), noteUseBy(tx, row)]);
    signal([{ to: 'servers', type: 'invocationsReady' }]);
    return { outcome: 'allow', invocation_id: row.invocation_id };
  },
  async deny(_app, { tx, deliver }, { row, authority }) {
    const state = nextState(row.state, 'deny') as InvocationState;
    const denied = { ...row, state, ended_at: row.created_at };
    await store(tx, denied, authority.delivery_id);
    const result = await sealResult(tx, denied, { code: 'denied_by_policy' }, row.created_at);
    await deliver([result]);
    await insertResultOf(tx, row.invocation_id, result.deliveryId, row.created_at);
    return { outcome: 'deny', invocation_id: row.invocation_id, reason: 'The operator does not allow this tool.' };
  },
  async require_approval(app, work, decided) {
    if (await useGrant(work, decided, app.clock.now())) return byPolicy.allow(app, work, decided);
    const { tool, agent, row, authority, asks } = decided;
    pass(asks, `${row.agent_id} ${row.user_id}`);
    const question = tool.question?.(row.arguments);
    const request = {
      ...row,
      options: question?.options ?? null,
      editable: question?.editable ?? null,
      expiresInMs: question?.expiresInMs ?? null,
      action: cleanLine(tool.action(row.arguments, quoted(agent.name))),
      kind: tool.kind,
      coin_amount: tool.coinAmount(row.arguments),
    };
    const { approval_id: approvalId } = await requestApproval(work, app, request, authority.delivery_id);
    const state = nextState(row.state, 'ask') as InvocationState;
    const asked = { ...row, state, approval_id: approvalId };
    await Promise.all([store(work.tx, asked, authority.delivery_id), noteUseBy(work.tx, row)]);
    return { outcome: 'pending_approval', invocation_id: row.invocation_id, approval_id: approvalId };
  },
};

/** Reserves a use of the person's standing grants for the call. Returns whether one covers it. */
async function useGrant(work: TranscriptWork, { tool, row, authority }: Decided, nowMs: number): Promise<boolean> {
  if (!mayStand(tool) || tool.definition === null || authority.hop > 0) return false;
  if (!(await isOwnAct(work.tx, authority))) return false;
  const use = { invocation_id: row.invocation_id, approval_id: null, arguments_sha256: row.arguments_sha256 };
  const call = callOf(row, true);
  return (await reserveUse(work, { call, definition: tool.definition, use }, new Date(nowMs))) !== null;
}

/** Stores an invocation, and the delivery that the agent was answering. */
async function store(tx: Tx, row: InvocationRow, deliveryId: DeliveryId): Promise<void> {
  await Promise.all([insertInvocation(tx, row), insertInvokedWith(tx, row.invocation_id, deliveryId)]);
}

/** Counts the use in the same round trip as the insert of the invocation. */
function noteUseBy(tx: Tx, row: InvocationRow): Promise<void> {
  return noteUse(tx, {
    agentId: row.agent_id,
    userIds: [row.user_id],
    scope: row.requested_scope,
    now: row.created_at,
  });
}
