import type { Message } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { heldMessages, putMessage, refreshMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';

type Reactions = Message['reactions'];
type OfMessage = Pick<Message, 'conversationId' | 'messageId'>;

/** The last request of each message. A person may press faster than the server answers, and the order of presses counts. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Adds the user's reaction to a message, or takes it back. Optimistic update: it shows at once; after a refusal the message is read again.
 * @throws {RequestError} if the server refuses it.
 */
export async function react(client: QueryClient, of: OfMessage, emoji: string, isWanted: boolean): Promise<void> {
  const { conversationId, messageId } = of;
  const shown = heldMessages(client, conversationId)?.settled.find((each) => each.messageId === messageId);
  if (shown) putMessage(client, { ...shown, reactions: withReaction(shown.reactions, emoji, isWanted) });
  const params = { conversationId, messageId, emoji };
  const send = () => call(isWanted ? 'addReaction' : 'removeReaction', { params });
  const sent = (underWay.get(messageId) ?? Promise.resolve()).then(send, send);
  underWay.set(messageId, sent);
  try {
    await sent;
  } catch (error) {
    await refreshMessage(client, conversationId, messageId).catch(() => {
      // Offline, nothing can be read: only this reaction goes back.
      const now = heldMessages(client, conversationId)?.settled.find((each) => each.messageId === messageId);
      if (now) putMessage(client, { ...now, reactions: withReaction(now.reactions, emoji, !isWanted) });
    });
    throw error;
  } finally {
    if (underWay.get(messageId) === sent) underWay.delete(messageId);
    void client.invalidateQueries({ queryKey: queryKeys.reactions(messageId, null) });
  }
}

/** Returns the reactions of a message after the user has reacted with an emoji, or has taken that back. */
export function withReaction(reactions: Reactions, emoji: string, isWanted: boolean): Reactions {
  const old = reactions.find((each) => each.emoji === emoji);
  if ((old?.mine ?? false) === isWanted) return reactions;
  if (!old) return [...reactions, { emoji, count: 1, mine: true }];
  const count = old.count + (isWanted ? 1 : -1);
  return reactions.flatMap((each) => (each !== old ? [each] : count === 0 ? [] : [{ emoji, count, mine: isWanted }]));
}

/** Returns who reacted to a message; reads it only while `isAsked`, and again after the message's reactions changed. */
export function useWhoReacted(
  { conversationId, messageId, reactions }: OfMessage & Pick<Message, 'reactions'>,
  isAsked: boolean,
) {
  return useQuery({
    queryKey: queryKeys.reactions(messageId, reactions),
    enabled: isAsked,
    gcTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call('listReactions', { params: { conversationId, messageId }, signal })).items,
  });
}
