import type { AgentId, ConversationId, ProactiveAnswer, Refusal, SendableBlock, UserId } from '@parley/protocol';
import { isLive } from '../../agents/agent.ts';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../../routing/stored-answer.ts';
import { runOnce } from '../../idempotency/run-once.ts';
import { isMuted } from '../../permissions/attention.ts';
import { noteTry, type ScopeTry } from '../../permissions/note-try.ts';
import { noteUse } from '../../permissions/note-use.ts';
import { findMemberships } from '../../permissions/queries.ts';
import { notGranted } from '../../permissions/scope-hint.ts';
import { proactiveScope } from '../../permissions/scopes.ts';
import { Refused, refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { newsOf, notify } from '../../notifications/notify.ts';

/** A message of an agent that answers no delivery. */
export interface SendProactive {
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  /** The blocks, or why they are refused; that is told only to an agent that may speak here. */
  readonly blocks: readonly SendableBlock[] | Refusal;
}

type ProactiveApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

/**
 * Sends a message that answers no delivery. Judged in this order: the agent sits in the conversation, is live, and holds
 * `proactive.message` from someone there who has neither muted nor blocked it; last come the blocks. Everyone in the conversation gets
 * the message; who is notified of it does not show in the answer.
 */
export async function sendProactive(
  app: ProactiveApp,
  key: IdempotencyKey | null,
  send: SendProactive,
): Promise<StoredAnswer> {
  const lacking: ScopeTry[] = [];
  return runOnce(app, key, async ({ tx, signal }) => {
    const transcript = await TranscriptWriter.open(tx, app, [send.conversationId]);
    const userIds = await findRecipients(tx, transcript, send, app.clock.now(), (tried) => lacking.push(tried));
    if ('code' in send.blocks) throw new Refused(send.blocks);
    const message = transcript.append({
      conversation_id: send.conversationId,
      author_type: 'agent',
      author_id: send.agentId,
      body: null,
      blocks: send.blocks,
      reply_to_delivery_id: null,
      proactive: true,
    });
    const use = { agentId: send.agentId, userIds, scope: proactiveScope, now: message.created_at };
    await Promise.all([transcript.write(tx), noteUse(tx, use)]);
    signal(transcript.signals());
    signal(await notify(tx, newsOf(transcript, [message], 'message'), app.clock.now()));
    return { status: 202, answer: { accepted: true, message_id: message.message_id } satisfies ProactiveAnswer };
  }).finally(() => Promise.all(lacking.map((tried) => noteTry(app, tried))));
}

/** Whose grant lets the agent speak here; refused where there is nobody. */
async function findRecipients(
  tx: Tx,
  transcript: TranscriptWriter,
  { agentId, conversationId }: SendProactive,
  nowMs: number,
  onLack: (tried: ScopeTry) => void,
): Promise<readonly UserId[]> {
  const conversation = transcript.conversation(conversationId);
  if (conversation?.agent_id !== agentId) return refuse('proactive_target_unavailable');
  const [agent] = await findAgents(tx, [agentId]);
  if (!agent || !isLive(agent)) return refuse('unauthorized');
  const pairs = conversation.people.map((userId) => ({ agentId, userId }));
  const recipients = (await findMemberships(tx, pairs)).filter(
    (row) => row.granted_scopes.includes(proactiveScope) && !isMuted(row, nowMs) && !row.blocked,
  );
  if (recipients.length === 0) {
    if (agent.requested_scopes.some(({ scope }) => scope === proactiveScope))
      onLack({ agentId, userIds: conversation.people, scope: proactiveScope, conversationId, deliveryId: null });
    refuse('scope_not_granted', notGranted(agent, proactiveScope));
  }
  return recipients.map((row) => row.user_id);
}
