import { limits } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findPeople } from '../../conversations/queries.ts';
import { tell } from '../../../platform/signals/signal.ts';
import { deleteOldDrafts } from './draft-queries.ts';

/** Deletes drafts without a partial reply for ten minutes and tells their readers. Returns the number deleted. */
export async function dropOldDrafts(
  { storage, hub }: Pick<App, 'storage' | 'hub'>,
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - limits.draftMinutes * 60_000);
  const dropped = await deleteOldDrafts(storage.db, before, limit);
  const people = await findPeople(storage.db, [...new Set(dropped.map((draft) => draft.conversation_id))]);
  hub.publish(
    dropped.map(({ conversation_id: conversationId }) =>
      tell(people.get(conversationId) ?? [], 'conversationUpdated', { conversationId }),
    ),
  );
  return dropped.length;
}
