import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useDecide } from '../../api/approvals.ts';
import type { Decision } from '../../api/approvals.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMarkNotified } from '../../api/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.tsx';
import { inboxWords as words } from '../../words/inbox.ts';
import { InboxKeys } from './inbox-keys.tsx';
import type { InboxItem, Lanes } from './inbox-items.ts';
import styles from './inbox.module.css';
import { Lane } from './lane.tsx';
import { placeOf } from './place-of.ts';
import { useInbox } from './use-inbox.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

/** What waits for the reader in three lanes: to be decided, to be seen, and all the rest. */
export function Inbox() {
  const inbox = useInbox();
  const { lanes, error, retry } = inbox;
  if (!lanes && error) return <ErrorNotice error={error} action={<Button onClick={retry}>{words.tryAgain}</Button>} />;
  if (!lanes) return <Skeleton label={words.loading} />;
  return <OpenInbox {...inbox} lanes={lanes} />;
}

type OpenInboxProps = Omit<ReturnType<typeof useInbox>, 'lanes'> & { readonly lanes: Lanes };

function OpenInbox({ lanes, putAway, more, isReadingMore }: OpenInboxProps) {
  const items: readonly InboxItem[] = [...lanes.decide, ...lanes.forYou, ...lanes.everything];
  const { selected, element, select, step } = useSelection(items);
  const { mutate: markSeen } = useMarkNotified();
  const decide = useDecide();
  const navigate = useNavigate();

  function finish(item: InboxItem | undefined): void {
    if (!item) return;
    if (item.kind === 'question' && item.approval.state === 'pending') return toast(words.decideFirst);
    if (item.kind === 'waiting' && item.item.kind === 'access') return toast(words.decideFirst);
    if (item.kind === 'waiting' && item.item.kind === 'consent') return press('refuse');
    if (item.kind === 'question') putAway(item.approval.id);
    const unread = item.notes.filter(({ readAt }) => readAt === null).map(({ notificationId }) => notificationId);
    if (unread.length > 0) markSeen(unread);
  }

  /** Presses a button of the selected card, which knows what was chosen on it. */
  function press(which: 'accept' | 'refuse'): void {
    element.current?.querySelector<HTMLElement>(`[aria-current] [data-${which}]`)?.click();
  }

  function answer(decision: Decision): void {
    if (selected?.kind === 'waiting') return press(decision === 'approved' ? 'accept' : 'refuse');
    if (selected?.kind !== 'question' || selected.approval.state !== 'pending') return;
    if (Date.parse(selected.approval.expiresAt) > Date.now()) decide(selected.approval.id, decision);
  }

  function open(): void {
    const place = selected && placeOf(selected);
    if (!place) return;
    if (selected.kind === 'news') finish(selected);
    navigate(place);
  }

  useInboxKeys({
    j: () => step(1),
    k: () => step(-1),
    a: () => answer('approved'),
    d: () => answer('denied'),
    e: () => finish(selected),
    Enter: open,
  });

  const shared = { selected: selected?.key ?? null, onSelect: select, onDone: finish };
  const waits = lanes.decide.length + lanes.forYou.length > 0;
  return (
    <div ref={element} className={styles.inbox}>
      {waits ? (
        <>
          <InboxKeys />
          <Lane title={words.decide} items={lanes.decide} {...shared} />
          <Lane title={words.forYou} items={lanes.forYou} {...shared} />
        </>
      ) : (
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      )}
      <Lane isPast title={words.everything} items={lanes.everything} {...shared} />
      {more && (
        <Button busy={isReadingMore} onClick={more}>
          {words.older}
        </Button>
      )}
    </div>
  );
}

/** The item that the keys act on. It stays the same one whatever comes or goes around it; at first it is the topmost. */
function useSelection(items: readonly InboxItem[]) {
  const element = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ readonly key: string; readonly place: number } | null>(null);
  const found = items.findIndex(({ key }) => key === wanted?.key);
  const place = found >= 0 ? found : Math.min(wanted?.place ?? 0, items.length - 1);
  const selected = items[place];
  const key = selected?.key;

  useEffect(() => {
    setWanted(key === undefined ? null : { key, place });
  }, [key, place]);

  return {
    element,
    selected,
    select: (next: string) => setWanted({ key: next, place: items.findIndex((item) => item.key === next) }),
    step(by: 1 | -1) {
      const next = items[place + by];
      if (!next) return;
      setWanted({ key: next.key, place: place + by });
      element.current?.querySelector<HTMLElement>(`[data-item="${next.key}"]`)?.focus();
    },
  };
}
