import { isId, mentionsIn, type AgentId, type ConversationId, type UserId } from '@parley/protocol';
import { findAgentsAmong } from '../../../accounts/agents/queries.ts';
import { findBlocks } from '../../../accounts/permissions/queries.ts';
import { loadReplays, noReplays, type Replays } from '../../../platform/idempotency/replay.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { App } from '../../conversations/app.ts';
import type { CachedConversation } from '../../conversations/conversation-cache.ts';
import type { PeopledConversationRow } from '../../conversations/queries.ts';
import { agentsSeatedIn } from '../../conversations/seat-queries.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { loadChoices, noChoices, type Choices } from '../choices/validate-choices.ts';
import { loadMentions, noMentions, type Mentions } from './mention-people.ts';
import type { SendMessage } from './send.ts';

type ViewApp = Pick<App, 'clock' | 'conversationCache'>;

/** What sends are decided by: cached conversations, or what was read under their lock. */
export interface SendView {
  readonly transcript: TranscriptWriter;
  readonly replays: Replays;
  readonly choices: Choices;
  readonly mentions: Mentions;
  /** Returns undefined if the id is malformed or the conversation is unknown. */
  conversation(conversationId: string): PeopledConversationRow | undefined;
  isBlocked(agentId: AgentId, userId: UserId): boolean;
  /** A paused or deleted agent gets no new deliveries. */
  isLive(conversationId: ConversationId, agentId: AgentId): boolean;
  /** Returns an agent's handle; undefined if no message of the batch mentions anyone. */
  agentHandle(agentId: AgentId): string | undefined;
}

/**
 * Returns whether a message can be decided by the cache: nothing unusual is in it, it mentions nobody, and
 * its conversation is cached.
 */
export function isCached({ conversationCache }: Pick<ViewApp, 'conversationCache'>, send: SendMessage): boolean {
  return (
    send.blocks === undefined &&
    send.choice === undefined &&
    send.refusal === undefined &&
    cachedFor(conversationCache, send) !== null &&
    mentionsIn(send.text ?? '').length === 0
  );
}

/** Returns what the cache knows. The statement that writes must compare it; blocks and used keys are left to it. */
export function cachedView(app: ViewApp, sends: readonly SendMessage[]): SendView {
  const cached = new Map(
    sends.flatMap((send) => {
      const one = cachedFor(app.conversationCache, send);
      return one ? [[one.conversation.conversation_id, one]] : [];
    }),
  );
  const transcript = TranscriptWriter.over(
    app,
    [...cached.values()].map(({ conversation }) => conversation),
  );
  return {
    transcript,
    replays: noReplays(),
    choices: noChoices,
    mentions: noMentions,
    conversation: (conversationId) => find(transcript, conversationId),
    isBlocked: () => false,
    isLive: (conversationId) => cached.get(conversationId)?.isLive ?? false,
    agentHandle: () => undefined,
  };
}

/** Locks the conversations and reads what decides. Concurrent requests with the same key wait for the lock. */
export async function lockedView(tx: Tx, app: ViewApp, sends: readonly SendMessage[]): Promise<SendView> {
  const conversations = sends.flatMap(({ conversationId: id }) => (isId('conversation', id) ? [id] : []));
  const seated = agentsSeatedIn(conversations);
  const senders = [...new Set(sends.map(({ sender }) => sender.userId))];
  // All is read after the lock, although everything is sent together.
  const [transcript, replays, agents, blocks, choices, mentions] = await Promise.all([
    TranscriptWriter.open(tx, app, conversations),
    loadReplays(
      tx,
      sends.flatMap(({ key }) => key ?? []),
      app.clock.now(),
    ),
    findAgentsAmong(tx, seated),
    findBlocks(tx, senders, seated),
    loadChoices(tx, sends),
    loadMentions(tx, sends),
  ]);
  const live = new Set<AgentId>(agents.filter(({ status }) => status === 'live').map((agent) => agent.agent_id));
  const handles = new Map(agents.map((agent) => [agent.agent_id, agent.handle]));
  const blocked = new Set(blocks.map((row) => `${row.agent_id} ${row.user_id}`));
  return {
    transcript,
    replays,
    choices,
    mentions,
    conversation: (conversationId) => find(transcript, conversationId),
    isBlocked: (agentId, userId) => blocked.has(`${agentId} ${userId}`),
    isLive: (_conversationId, agentId) => live.has(agentId),
    agentHandle: (agentId) => handles.get(agentId),
  };
}

function cachedFor(cache: ViewApp['conversationCache'], send: SendMessage): CachedConversation | null {
  const cached = isId('conversation', send.conversationId) ? cache.of(send.conversationId) : undefined;
  return cached?.conversation.people.includes(send.sender.userId) ? cached : null;
}

function find(transcript: TranscriptWriter, conversationId: string): PeopledConversationRow | undefined {
  return isId('conversation', conversationId) ? transcript.conversation(conversationId) : undefined;
}
