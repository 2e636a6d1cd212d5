import { isId, type ConversationId, type Refusal } from '@parley/protocol';
import { findAgentsAmong } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { agentsSeatedIn } from '../../conversations/seat-queries.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { loadReplays } from '../../../platform/idempotency/replay.ts';
import { findBlocks } from '../../../accounts/permissions/queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { loadChoices } from '../choices/judge-choices.ts';
import { concludeSends } from './conclude-sends.ts';
import { ComposedSends } from './compose-sends.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { SendMessage } from './send.ts';
import { writeSends } from './send-queries.ts';

export type SendApp = Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'beliefs'>;

/** Sends messages in one transaction. Each is stored with its delivery and key, or refused and leaves nothing. */
export async function sendMessages(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | Refusal)[]> {
  const { composed, verdicts, written } = await app.storage.transactionWithLast(
    (tx) => decide(app, tx, sends),
    async (tx, decided) => ({
      ...decided,
      written: decided.composed.size === 0 ? null : await writeSends(tx, decided.composed.batch()),
    }),
  );
  if (written) await concludeSends(app, composed, written);
  return verdicts;
}

async function decide(app: SendApp, tx: Tx, sends: readonly SendMessage[]) {
  const conversations = sends.flatMap(({ conversationId }) => wellFormed(conversationId) ?? []);
  const keys = sends.flatMap(({ key }) => key ?? []);
  // Duplicates wait for the lock of their conversation. All else is read after it, although everything is sent
  // together.
  const [transcript, replays, seats, choices] = await Promise.all([
    TranscriptWriter.open(tx, app, conversations),
    loadReplays(tx, keys, app.clock.now()),
    loadSeats(tx, conversations, sends),
    loadChoices(tx, sends),
  ]);
  const composed = new ComposedSends(app, transcript);

  const judge = (send: SendMessage): StoredAnswer | Refusal => {
    const earlier = send.key && replays.of(send.key);
    if (earlier) return earlier;
    const conversationId = wellFormed(send.conversationId);
    const conversation = conversationId && transcript.conversation(conversationId);
    if (!conversation?.people.includes(send.sender.userId)) return { code: 'conversation_not_found' };
    if (send.refusal) return send.refusal;
    const { conversation_id: id, agent_id: agentId } = conversation;
    if (agentId && seats.isBlocked(agentId, send.sender.userId)) return { code: 'agent_blocked' };
    const choice = choices.judge(send);
    if (choice && 'code' in choice) return choice;
    const { answer, messageId } = composed.add(send, id, {
      agentId,
      isLive: agentId !== null && seats.isLive(agentId),
    });
    if (choice) choices.make(choice, messageId);
    if (send.key) replays.remember(send.key, answer);
    return answer;
  };
  const verdicts = sends.map(judge);
  await Promise.all([transcript.noteMentions(tx), choices.write(tx)]);
  return { composed, verdicts };
}

/** Reads the agents of the conversations and which of them the senders have blocked. */
async function loadSeats(tx: Tx, conversations: readonly ConversationId[], sends: readonly SendMessage[]) {
  const seated = agentsSeatedIn(conversations);
  const senders = [...new Set(sends.map(({ sender }) => sender.userId))];
  const [found, blocks] = await Promise.all([findAgentsAmong(tx, seated), findBlocks(tx, senders, seated)]);
  const live = new Set<string>(found.filter(({ status }) => status === 'live').map((agent) => agent.agent_id));
  const blocked = new Set(blocks.map((row) => `${row.agent_id} ${row.user_id}`));
  return {
    isBlocked: (agentId: string, userId: string) => blocked.has(`${agentId} ${userId}`),
    /** A paused or deleted agent gets no new deliveries. */
    isLive: (agentId: string) => live.has(agentId),
  };
}

function wellFormed(text: string): ConversationId | null {
  return isId('conversation', text) ? text : null;
}
