import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Whether the whole card has been in view, and how to go to the rest. */
export interface ReadThrough {
  readonly isRead: boolean;
  /** Unfolds the next folded value, or scrolls to the next row that has not been in view. */
  readonly goOn: () => void;
}

/**
 * Tracks which parts of an element have been in view. The element counts as read once nothing in it is folded (`data-fold`) and
 * the end of each row (`data-end`) has been in view.
 */
export function useReadThrough(card: RefObject<HTMLElement | null>): ReadThrough {
  const seen = useRef(new WeakSet<Element>());
  const [isRead, setRead] = useState(false);

  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const check = () => setRead(nextOf(element, seen.current) === null);
    const rows = observerOf((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.current.add(target);
        rows.unobserve(target);
      }
      check();
    });
    const watch = () => {
      for (const end of element.querySelectorAll('[data-end]')) if (!seen.current.has(end)) rows.observe(end);
      check();
    };
    const unfolded = new MutationObserver(watch);
    unfolded.observe(element, { childList: true, subtree: true });
    watch();
    return () => {
      rows.disconnect();
      unfolded.disconnect();
    };
  }, [card]);

  return {
    isRead,
    goOn() {
      const next = card.current && nextOf(card.current, seen.current);
      if (!next) return;
      // Align to the top, so that the rows below come into view too.
      next.scrollIntoView({ block: next.matches('[data-fold]') ? 'nearest' : 'start' });
      if (next.matches('[data-fold]')) next.click();
    },
  };
}

/** Without an IntersectionObserver, everything unfolded counts as seen. */
function observerOf(tell: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>[]) => void) {
  if ('IntersectionObserver' in globalThis) return new IntersectionObserver(tell);
  return {
    observe: (target: Element) => tell([{ isIntersecting: true, target }]),
    unobserve: () => undefined,
    disconnect: () => undefined,
  };
}

/** Returns the first folded or unseen element, in reading order. */
function nextOf(element: HTMLElement, seen: WeakSet<Element>): HTMLElement | null {
  for (const next of element.querySelectorAll<HTMLElement>('[data-fold], [data-end]')) if (!seen.has(next)) return next;
  return null;
}
