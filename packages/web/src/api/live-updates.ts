import type { BrowserEvent, ConversationId, MessageId } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { heldMessages, refreshMessage, refreshTail } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { queryKeys } from './query-keys.ts';

/** Reads a change signal and reads again exactly what it may have changed. */
export function createLiveUpdates(client: QueryClient, outbox: Outbox): (event: BrowserEvent) => void {
  const refreshList = coalesce(() => client.invalidateQueries({ queryKey: queryKeys.conversations }));
  const tail = coalesce(async (id: ConversationId) => {
    // One's own message must not show twice: its stored copy waits until the outgoing one has been answered.
    await outbox.settled(id);
    await refreshTail(client, id);
  });
  const single = coalesce((pair: `${ConversationId} ${MessageId}`) => {
    const [id, messageId] = pair.split(' ') as [ConversationId, MessageId];
    return heldMessages(client, id) ? refreshMessage(client, id, messageId) : Promise.resolve();
  });

  return (event) => {
    switch (event.type) {
      case 'streamReady':
        void client.invalidateQueries();
        return;
      case 'messageAppended':
        refreshList(null);
        tail(event.conversationId);
        return;
      case 'messagePartial':
      case 'deliveryUpdated':
        single(`${event.conversationId} ${event.messageId}`);
        return;
      case 'conversationUpdated':
        refreshList(null);
        void client.invalidateQueries({ queryKey: queryKeys.conversation(event.conversationId) });
        for (const draft of heldMessages(client, event.conversationId)?.drafts ?? []) {
          single(`${event.conversationId} ${draft.messageId}`);
        }
        return;
      case 'membershipUpdated':
        void client.invalidateQueries({ queryKey: queryKeys.agents });
        return;
      case 'taskUpdated':
        void client.invalidateQueries({ queryKey: queryKeys.task(event.taskId) });
        return;
      case 'approvalPending':
      case 'approvalResolved':
      case 'notificationAdded':
        return;
    }
  };
}
