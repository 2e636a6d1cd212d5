import type { ConversationId, Message, MessageId } from '@parley/protocol';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useRoomMessages } from './messages.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the files shared in a room, newest first, in pages. A new message with a file makes it read again. */
export function useRoomFiles(id: ConversationId) {
  const { data: held } = useRoomMessages(id);
  return useInfiniteQuery({
    queryKey: queryKeys.roomFiles(id, newestWithFile(held?.settled ?? [])),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('listFiles', {
        params: { conversationId: id },
        query: { limit: 5, cursor: pageParam === '' ? undefined : pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

function newestWithFile(messages: readonly Message[]): MessageId | null {
  const hasFile = ({ blocks }: Message) => blocks.some((block) => 'asset_id' in block || 'image_asset_id' in block);
  return messages.findLast(hasFile)?.messageId ?? null;
}
