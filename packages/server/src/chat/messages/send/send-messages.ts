import type { Refusal } from '@parley/protocol';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import type { App } from '../../conversations/app.ts';
import type { PeopledConversationRow } from '../../conversations/queries.ts';
import { composeBatch, composeSend, type ComposedSend } from './compose-send.ts';
import { followSends } from './follow-sends.ts';
import type { SendMessage } from './send.ts';
import { nothingWritten, writeSends } from './send-queries.ts';
import { cachedView, lockedView, type SendView } from './send-view.ts';

export type SendApp = Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'conversationCache'>;

/**
 * Sends messages to cached conversations in one statement, which locks, compares the cache and writes. If anything
 * differs, it writes nothing in that conversation.
 *
 * @returns for each message its response, or null if nothing was written and `sendUnderLock` must decide.
 */
export async function sendFromCache(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | null)[]> {
  const { transcript, composed, verdicts } = decide(app, cachedView(app, sends), sends);
  if (composed.length === 0) return sends.map(() => null);
  const batch = composeBatch(app, transcript, composed, { isLocked: false });
  const written = await app.storage.atOnce((tx) => writeSends(tx, batch));
  followSends(app, transcript, batch, written);
  const writtenSends = new Set(batch.sends.flatMap(({ send }, place) => (written.places.has(place) ? [send] : [])));
  return sends.map((send, place) => {
    const verdict = verdicts[place];
    return verdict && 'body' in verdict && writtenSends.has(send) ? verdict : null;
  });
}

/**
 * Sends messages in a transaction that locks and reads their conversations first. Each is stored with its delivery and
 * key, or refused and leaves nothing.
 */
export async function sendUnderLock(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | Refusal)[]> {
  const { transcript, batch, verdicts, signals, written } = await app.storage.transactionWithLast(
    async (tx) => {
      const view = await lockedView(tx, app, sends);
      const { transcript, composed, verdicts } = decide(app, view, sends);
      const [signals] = await Promise.all([
        view.mentions.write(tx, app.clock.now()),
        transcript.noteAssets(tx),
        view.choices.write(tx),
      ]);
      const batch = composeBatch(app, transcript, composed, { isLocked: true });
      return { transcript, batch, verdicts, signals };
    },
    async (tx, decided) => ({
      ...decided,
      written: decided.batch.sends.length === 0 ? nothingWritten : await writeSends(tx, decided.batch),
    }),
  );
  followSends(app, transcript, batch, written, signals);
  return verdicts;
}

/** Decides each message by what is known, and composes what is to be written. */
function decide(app: SendApp, view: SendView, sends: readonly SendMessage[]) {
  const composed: ComposedSend[] = [];
  const verdicts = sends.map((send) => decideOne(app, view, composed, send));
  return { transcript: view.transcript, composed, verdicts };
}

function decideOne(app: SendApp, view: SendView, composed: ComposedSend[], send: SendMessage): StoredAnswer | Refusal {
  const earlier = send.key && view.replays.of(send.key);
  if (earlier) return earlier;
  const conversation = view.conversation(send.conversationId);
  if (!conversation?.people.includes(send.sender.userId)) return { code: 'conversation_not_found' };
  if (send.refusal) return send.refusal;
  const { conversation_id: id, agent_id: agentId } = conversation;
  if (agentId && view.isBlocked(agentId, send.sender.userId)) return { code: 'agent_blocked' };
  const choice = view.choices.validate(send);
  if (choice && 'code' in choice) return choice;
  const permission = {
    agentId,
    isLive: agentId !== null && view.isLive(id, agentId),
    isHeard: isHeard(view, conversation, send),
  };
  const one = composeSend(view.transcript, send, id, permission, app.clock.now());
  composed.push(one);
  const messageId = one.message.message_id;
  if (choice) view.choices.make(choice, messageId);
  view.mentions.note(send, conversation, messageId);
  const answer = { status: 201, body: one.response, replayed: false };
  if (send.key) view.replays.remember(send.key, answer);
  return answer;
}

/** Returns whether the agent gets a message: in a conversation where it hears mentions alone, only with its handle. */
function isHeard(view: SendView, conversation: PeopledConversationRow, send: SendMessage): boolean {
  const { agent_id: agentId, agent_hears: agentHears } = conversation;
  if (agentHears === 'all' || send.choice !== undefined) return true;
  const handle = agentId === null ? undefined : view.agentHandle(agentId);
  return handle !== undefined && view.mentions.handlesIn(send).has(handle);
}
