import type { ApprovalId } from '@parley/protocol';
import { useEffect, useMemo, useState } from 'react';
import { usePendingApprovals, useRecentApprovals } from '../../api/approvals.ts';
import { useConversations } from '../../api/conversations.ts';
import { useNotifications } from '../../api/notifications.ts';
import { useWaiting } from '../../api/waiting.ts';
import { keepPlaces, lanesOf } from './inbox-items.ts';
import type { Lanes } from './inbox-items.ts';

/** Returns the three lanes; null until they are read. An item decided here keeps its place until it is dismissed. */
export function useInbox() {
  const pending = usePendingApprovals();
  const recent = useRecentApprovals();
  const notifications = useNotifications();
  const { data: rooms } = useConversations();
  const others = useWaiting();
  const [places, setPlaces] = useState<readonly ApprovalId[]>([]);
  const [putAway, setPutAway] = useState<ReadonlySet<ApprovalId>>(new Set());
  const waiting = pending.data;

  useEffect(() => {
    if (waiting) setPlaces((shown) => keepPlaces(shown, waiting));
  }, [waiting]);

  const lanes = useMemo((): Lanes | null => {
    if (!waiting || !recent.data || !notifications.data || !others.data) return null;
    const known = new Map([...recent.data, ...waiting].map((approval) => [approval.id, approval]));
    for (const approval of recent.data) if (approval.state !== 'pending') known.set(approval.id, approval);
    const questions = keepPlaces(places, waiting)
      .filter((id) => !putAway.has(id))
      .map((id) => known.get(id))
      .filter((approval) => approval !== undefined);
    return lanesOf({
      questions,
      waiting: others.data,
      asked: recent.data,
      notifications: notifications.data.pages.flatMap(({ items }) => items),
      rooms: rooms ?? [],
    });
  }, [waiting, recent.data, notifications.data, others.data, rooms, places, putAway]);

  return {
    lanes,
    error: pending.error ?? others.error ?? recent.error ?? notifications.error,
    retry: () => void Promise.all([pending.refetch(), others.refetch(), recent.refetch(), notifications.refetch()]),
    putAway: (id: ApprovalId) => setPutAway((before) => new Set([...before, id])),
    more: notifications.hasNextPage ? () => void notifications.fetchNextPage() : null,
    isReadingMore: notifications.isFetchingNextPage,
  };
}
