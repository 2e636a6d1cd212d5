import { isId } from '@parley/protocol';
import type { Belief } from '../../conversations/beliefs.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { concludeSends } from './conclude-sends.ts';
import { ComposedSends, type Leave } from './compose-sends.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { SendMessage } from './send.ts';
import type { SendApp } from './send-messages.ts';
import { writeBelieved } from './send-queries.ts';

/** Returns whether the conversation of a message is cached, so that one statement can send it. */
export function isBelieved({ beliefs }: Pick<SendApp, 'beliefs'>, send: SendMessage): boolean {
  return (
    send.blocks === undefined &&
    send.choice === undefined &&
    send.refusal === undefined &&
    beliefFor(beliefs, send) !== null
  );
}

/**
 * Sends messages to cached conversations in one statement, which locks, verifies the cache and writes. If anything
 * differs, it writes nothing in that conversation. Only successes are decided here.
 *
 * @returns for each message its response, or null if `sendMessages` must decide.
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
    // A duplicate in the batch gets the response that the first one stores.
    if (!belief || (send.key && keys.has(send.key.digest))) return null;
    if (send.key) keys.add(send.key.digest);
    return composed.add(send, belief.conversation.conversation_id, leaveOf(belief)).answer;
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
