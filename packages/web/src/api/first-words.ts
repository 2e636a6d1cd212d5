import type { ConversationId, Message, MessageId } from '@parley/protocol';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { plainWords } from './room-list.ts';

const mostCharacters = 40;

export interface FirstWords {
  readonly words: string;
  /** The message that they are of; it may be edited or deleted. */
  readonly messageId: MessageId;
}

/**
 * Returns the beginning of a room's first message as one short line; null without one. Reads nothing if the id is null.
 */
export function useFirstWords(id: ConversationId | null): string | null {
  const { data = null } = useQuery<FirstWords | null>({
    queryKey: queryKeys.firstWords(id),
    // `forgetEarlier` invalidates them when the message changes.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    gcTime: Infinity,
    retry: false,
    queryFn: id === null ? skipToken : ({ signal }) => readFirstWords(id, signal),
  });
  return data?.words ?? null;
}

async function readFirstWords(id: ConversationId, signal: AbortSignal): Promise<FirstWords | null> {
  const { items } = await call('listMessages', {
    params: { conversationId: id },
    query: { after: 0, limit: 5 },
    signal,
  });
  for (const message of items) {
    const words = firstWordsOf(message);
    if (words !== null) return { words, messageId: message.messageId };
  }
  return null;
}

/** Returns the first words of a message, cut between two words. */
export function firstWordsOf(message: Message): string | null {
  const words = message.author.type === 'platform' || message.partial ? null : plainWords(message);
  if (words === null || words.length <= mostCharacters) return words;
  const cut = words.slice(0, mostCharacters + 1);
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : mostCharacters)}…`;
}
