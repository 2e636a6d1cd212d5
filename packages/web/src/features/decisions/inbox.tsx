import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMarkNotified } from '../../api/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.tsx';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import { inboxWords as words } from '../../words/inbox.ts';
import { InboxKeys } from './inbox-keys.tsx';
import type { InboxItem, Lanes } from './inbox-items.ts';
import styles from './inbox.module.css';
import { Lane } from './lane.tsx';
import { placeOf } from './place-of.ts';
import { useInbox } from './use-inbox.ts';

/** Shows the inbox in three lanes: decisions, news for the user, and everything else. */
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
  const { selected, element, select, step, leave } = useSelection(items);
  const { mutate: markSeen } = useMarkNotified();
  const navigate = useNavigate();

  function finish(item: InboxItem | undefined): void {
    if (!item) return;
    if (item.kind === 'question' && item.approval.state === 'pending') return toast(words.decideFirst);
    if (item.kind === 'waiting' && (item.item.kind === 'access' || item.item.kind === 'transfer'))
      return toast(words.decideFirst);
    if (item.kind === 'waiting' && item.item.kind === 'consent') return answer('refuse');
    leave(item);
    if (item.kind === 'question') putAway(item.approval.id);
    const unread = item.notes.filter(({ readAt }) => readAt === null).map(({ notificationId }) => notificationId);
    if (unread.length > 0) markSeen(unread);
  }

  /** Returns the item that has the focus. Keys that decide or dismiss act on no other: the selected one may not have been seen. */
  function focusedItem(): InboxItem | undefined {
    const place = focusedPlace(element.current);
    return place ? items.find(({ key }) => key === place.dataset['item']) : undefined;
  }

  /** Decides on the focused card if all of it has been on the screen; otherwise scrolls to the rest of the card. */
  function answer(which: 'accept' | 'refuse'): void {
    const card = focusedPlace(element.current)?.querySelector('[data-waits]');
    if (card) pressOn(card, which);
  }

  function open(): void {
    const place = selected && placeOf(selected);
    if (!place) return;
    if (selected.kind === 'news') finish(selected);
    navigate(place);
  }

  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    a: () => answer('accept'),
    d: () => answer('refuse'),
    e: () => finish(focusedItem()),
    Enter: open,
  });

  const shared = { selected: selected?.key ?? null, onSelect: select, onDone: finish };
  const waits = lanes.decide.length + lanes.forYou.length > 0;
  return (
    <div ref={element} className={styles.inbox} tabIndex={-1}>
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

/** Returns the item of the inbox that has the focus or holds what has it. */
function focusedPlace(inbox: HTMLElement | null): HTMLElement | null {
  const place = document.activeElement?.closest<HTMLElement>('[data-item]');
  return place && inbox?.contains(place) ? place : null;
}

/** Presses a button of a card. Before the card is read, the button only scrolls to the rest of it. */
function pressOn(card: Element, which: 'accept' | 'refuse'): void {
  const isRead = card.matches('[data-read]');
  const accepting = '[data-accept], [data-option]';
  const button = card.querySelector<HTMLElement>(isRead && which === 'refuse' ? '[data-refuse]' : accepting);
  // Which of several options is the person's choice, so the key only goes to them.
  if (isRead && button?.matches('[data-option]')) button.focus();
  else button?.click();
}

/** Returns the item that the keys act on, first the topmost. It stays selected when other items appear or disappear. */
function useSelection(items: readonly InboxItem[]) {
  const element = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ readonly key: string; readonly place: number } | null>(null);
  const found = items.findIndex(({ key }) => key === wanted?.key);
  const place = found >= 0 ? found : Math.min(wanted?.place ?? 0, items.length - 1);
  const selected = items[place];
  const key = selected?.key;

  const focused = useRef<string | null>(null);

  useEffect(() => {
    setWanted(key === undefined ? null : { key, place });
    // The focused element was removed, for example by a consent: the next item takes the focus.
    const isLost = focused.current !== null && focused.current !== key && document.activeElement === document.body;
    if (isLost) element.current?.querySelector<HTMLElement>(`[data-item="${key}"]`)?.focus();
  }, [key, place]);

  return {
    element,
    selected,
    select(next: string) {
      focused.current = next;
      setWanted({ key: next, place: items.findIndex((item) => item.key === next) });
    },
    /** Moves the focus from an item that is about to leave its lane to the item that takes its place. */
    leave(item: InboxItem) {
      const at = items.indexOf(item);
      const next = items[at + 1] ?? items[at - 1];
      const place = next && element.current?.querySelector<HTMLElement>(`[data-item="${next.key}"]`);
      (place ?? element.current)?.focus();
    },
    step(by: 1 | -1) {
      // The first press focuses the selected item.
      const isIn = focusedPlace(element.current) !== null;
      const next = items[isIn ? place + by : place];
      if (!next) return;
      setWanted({ key: next.key, place: isIn ? place + by : place });
      element.current?.querySelector<HTMLElement>(`[data-item="${next.key}"]`)?.focus();
    },
  };
}
