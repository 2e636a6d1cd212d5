import type { AgentId, ConversationId, ProactiveAnswer, Refusal, SendableBlock, UserId } from '@parley/protocol';
import { isOpen } from '../../../accounts/agents/agent.ts';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { runOnce } from '../../../platform/idempotency/run-once.ts';
import { isMuted } from '../../../accounts/permissions/attention.ts';
import { noteTry, type ScopeTry } from '../../../accounts/permissions/note-try.ts';
import { noteUse } from '../../../accounts/permissions/note-use.ts';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import { notGranted } from '../../../accounts/permissions/scope-hint.ts';
import { mayUse } from '../../../accounts/permissions/held-scopes.ts';
import { proactiveScope } from '../../../accounts/permissions/scopes.ts';
import { Refused, refuse } from '../../../platform/routing/refusal.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { newsOf, notify } from '../../notifications/notify.ts';

/** A message of an agent that answers no delivery. */
export interface SendProactive {
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  /** The blocks, or their refusal. The refusal is shown only to an agent that may write here. */
  readonly blocks: readonly SendableBlock[] | Refusal;
}

type ProactiveApp = Pick<App, 'commit' | 'clock'>;

/**
 * Sends a message that answers no delivery. Checks in this order: the agent's seat, that it is live, a grant of
 * `proactive.message` from a person there who has neither muted nor blocked it, and the blocks. Everyone in the
 * conversation gets the message; the response does not show who is notified.
 */
export async function sendProactive(
  app: ProactiveApp,
  key: IdempotencyKey | null,
  send: SendProactive,
): Promise<StoredAnswer> {
  const lacking: ScopeTry[] = [];
  return runOnce(app, key, async (work) => {
    const { tx, signal, transcript } = work;
    await transcript.lock([send.conversationId]);
    const userIds = await findRecipients(work, send, app.clock.now(), (tried) => lacking.push(tried));
    if ('code' in send.blocks) throw new Refused(send.blocks);
    const message = transcript.append({
      conversation_id: send.conversationId,
      author_type: 'agent',
      author_id: send.agentId,
      blocks: send.blocks,
      proactive: true,
    });
    await noteUse(tx, { agentId: send.agentId, userIds, scope: proactiveScope, now: message.created_at });
    signal(await notify(tx, newsOf(transcript, [message], 'message'), app.clock.now()));
    return { status: 202, answer: { accepted: true, message_id: message.message_id } satisfies ProactiveAnswer };
  }).finally(() => Promise.all(lacking.map((tried) => noteTry(app, tried))));
}

/** Returns the people with a grant that permits the message. Refuses without any. */
async function findRecipients(
  { tx, transcript }: TranscriptWork,
  { agentId, conversationId }: SendProactive,
  nowMs: number,
  onLack: (tried: ScopeTry) => void,
): Promise<readonly UserId[]> {
  const conversation = transcript.conversation(conversationId);
  if (conversation?.agent_id !== agentId) return refuse('proactive_target_unavailable');
  const [agent] = await findAgents(tx, [agentId]);
  if (!agent || !isOpen(agent)) return refuse('unauthorized');
  const pairs = conversation.people.map((userId) => ({ agentId, userId }));
  const recipients = (await findMemberships(tx, pairs)).filter(
    (row) => mayUse(agent, row, proactiveScope) && !isMuted(row, nowMs),
  );
  if (recipients.length === 0) {
    if (agent.requested_scopes.some(({ scope }) => scope === proactiveScope))
      onLack({ agentId, userIds: conversation.people, scope: proactiveScope, conversationId, deliveryId: null });
    refuse('scope_not_granted', notGranted(agent, proactiveScope));
  }
  return recipients.map((row) => row.user_id);
}
