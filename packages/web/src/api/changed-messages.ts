import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import type { RoomMessages, SettledMessage } from './room-messages.ts';

/** A message that was edited or deleted. */
export interface ChangedMessage {
  readonly before: SettledMessage;
  readonly after: SettledMessage;
}

/** Returns the messages of a room that were edited or deleted between two states of the cache. */
export function changedBetween(before: RoomMessages | undefined, now: RoomMessages | undefined): ChangedMessage[] {
  const old = before?.settled ?? [];
  if (!now || old === now.settled) return [];
  const first = old[0]?.seq ?? 0;
  return now.settled.flatMap((after) => {
    const known = old[after.seq - first];
    if (!known || known === after || known.messageId !== after.messageId) return [];
    return known.deleted !== after.deleted || known.revision < after.revision ? [{ before: known, after }] : [];
  });
}

const [messagesKey] = queryKeys.messages('cnv_');

/** Forgets the earlier text of each message that was edited or deleted, wherever else the app holds it. Returns a function that ends this. */
export function followChanges(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const seen = new Map<string, RoomMessages>();
  return cache.subscribe(({ type, query }) => {
    if ((query.queryKey as readonly unknown[])[0] !== messagesKey) return;
    const now = query.state.data as RoomMessages | undefined;
    const before = seen.get(query.queryHash);
    if (now === before) return;
    if (type === 'removed' || !now) return void seen.delete(query.queryHash);
    seen.set(query.queryHash, now);
    const changed = changedBetween(before, now);
    if (changed.length === 0) return;
    void import('./forget.ts').then(({ forgetEarlier }) => changed.forEach((each) => forgetEarlier(client, each)));
  });
}
