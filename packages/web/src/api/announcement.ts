import type { Announcement } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const everyMs = 5 * 60_000;
const place = 'announcement-put-away';
const listeners = new Set<() => void>();

/** Returns what the administrators announce; null if nothing, or if this browser has put it away. */
export function useAnnouncement(): Announcement | null {
  const { data } = useQuery({
    queryKey: queryKeys.announcement,
    queryFn: async ({ signal }) => (await call('getAnnouncement', { signal })).item,
    refetchInterval: everyMs,
  });
  const away = useSyncExternalStore(listen, () => localStorage.getItem(place));
  return data && keyOf(data) !== away ? data : null;
}

/** Puts an announcement away in this browser. Another one is shown again. */
export function putAnnouncementAway(announcement: Announcement): void {
  localStorage.setItem(place, keyOf(announcement));
  for (const tell of listeners) tell();
}

const keyOf = ({ text, until }: Announcement) => `${until} ${text}`;

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
