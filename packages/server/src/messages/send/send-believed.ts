import { isId } from '@parley/protocol';
import type { Belief } from '../../conversations/beliefs.ts';
import type { StoredAnswer } from '../../routing/stored-answer.ts';
import { concludeSends } from './conclude-sends.ts';
import { ComposedSends, type Leave } from './compose-sends.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { SendMessage } from './send.ts';
import type { SendApp } from './send-messages.ts';
import { writeBelieved } from './send-queries.ts';

/** Whether enough is believed of a message's conversation to send it in one flight. */
export function isBelieved({ beliefs }: Pick<SendApp, 'beliefs'>, send: SendMessage): boolean {
  return send.blocks === undefined && send.refusal === undefined && beliefFor(beliefs, send) !== null;
}

/**
 * Sends messages by what this server believes of their conversations, in one statement, which locks, compares what is believed with what
 * is, and writes. Where anything differs, nothing of that conversation's is written; neither are any but plain successes decided in
 * this way.
 *
 * @returns for each its answer, or null where it was not sent and is to be decided by `sendMessages`.
 */
export async function sendBelieved(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | null)[]> {
  const beliefs = new Map(sends.map((send) => [send, beliefFor(app.beliefs, send)]));
  const conversations = new Map(
    [...beliefs.values()].flatMap((belief) =>
      belief ? [[belief.conversation.conversation_id, belief.conversation]] : [],
    ),
  );
  const composed = new ComposedSends(app, TranscriptWriter.believing(app, [...conversations.values()]));
  const keys = new Set<string>();

  const answers = sends.map((send): StoredAnswer | null => {
    const belief = beliefs.get(send);
    // A twin within the batch is answered from what the first has stored.
    if (!belief || (send.key && keys.has(send.key.digest))) return null;
    if (send.key) keys.add(send.key.digest);
    return composed.add(send, belief.conversation.conversation_id, leaveOf(belief));
  });
  if (composed.size === 0) return answers;

  const written = await app.storage.atOnce((tx) => writeBelieved(tx, composed.batch()));
  await concludeSends(app, composed, written);
  return answers.map((answer, place) => (composed.isWritten(sends[place] as SendMessage) ? answer : null));
}

function beliefFor(beliefs: SendApp['beliefs'], send: SendMessage): Belief | null {
  const belief = isId('conversation', send.conversationId) ? beliefs.of(send.conversationId) : undefined;
  return belief?.conversation.people.includes(send.sender.userId) ? belief : null;
}

function leaveOf({ conversation, isLive, rows }: Belief): Leave {
  return { agentId: conversation.agent_id, isLive, rows };
}
