import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** A distance below this counts as being at the end. */
export const endPixels = 64;

export interface Follow {
  /** Whether the view is at the end and stays there. */
  readonly isAtEnd: boolean;
  /** Scrolls to the end and stays there. */
  readonly toEnd: () => void;
  /** Scrolls elsewhere and stops following the end. */
  readonly leadAway: (scroll: () => void) => void;
}

export interface FollowInput {
  readonly element: RefObject<HTMLElement | null>;
  /** The top offset after the last scroll. The app's own scrolls update it, so that they do not count as the user's. */
  readonly lastTop: { current: number };
  readonly startsAtEnd: boolean;
  /** Whether the last row shown is the last of the room. */
  readonly isWhole: boolean;
  readonly contentPixels: number;
  readonly scrollToEnd: () => void;
  readonly cancelScroll: () => void;
}

/**
 * Keeps the view at the end while content grows or the view shrinks: an answer, a picture, a card, the composer, a keyboard. Only an upward
 * scroll by the user ends that. The distance to the end alone proves nothing: the view may have shrunk before it could follow.
 */
export function useFollow(input: FollowInput): Follow {
  const { element, lastTop, startsAtEnd, isWhole, contentPixels } = input;
  const [follows, setFollows] = useState(startsAtEnd);
  const latest = useRef(input);
  latest.current = input;
  const isFollowing = useRef(startsAtEnd);

  const decide = useCallback((next: boolean) => {
    isFollowing.current = next;
    setFollows(next);
  }, []);

  const stay = useCallback(() => {
    const { element, isWhole, scrollToEnd } = latest.current;
    if (element.current && isFollowing.current && isWhole && distanceToEnd(element.current) > 1) scrollToEnd();
  }, []);

  const look = useCallback(() => {
    const { element, lastTop, isWhole, cancelScroll } = latest.current;
    const box = element.current;
    if (!box) return;
    const wentUp = box.scrollTop < lastTop.current - 1;
    lastTop.current = box.scrollTop;
    if (isWhole && distanceToEnd(box) <= endPixels) return decide(true);
    if (isFollowing.current && !wentUp) return stay();
    if (isFollowing.current) cancelScroll();
    decide(false);
  }, [decide, stay]);

  useScrolls(element, look);
  useResizes(element, () => {
    // When the view grows, the browser may adjust the scroll position; that is not a scroll by the user.
    lastTop.current = element.current?.scrollTop ?? 0;
    stay();
  });

  useLayoutEffect(() => {
    // A scroll by the user without an event yet takes precedence.
    if ((element.current?.scrollTop ?? 0) < lastTop.current - 1) look();
    else stay();
  }, [element, lastTop, look, stay, contentPixels]);

  useEffect(() => {
    // New messages are not followed while the user reads old ones.
    if (!isWhole) decide(false);
  }, [isWhole, decide]);

  useEffect(() => {
    const box = element.current;
    // Content that fits fires no scroll event, and is at its end.
    if (box && isWhole && box.scrollHeight <= box.clientHeight) decide(true);
  });

  const toEnd = useCallback(() => {
    decide(true);
    latest.current.scrollToEnd();
  }, [decide]);

  const leadAway = useCallback(
    (scroll: () => void) => {
      decide(false);
      scroll();
      look();
    },
    [decide, look],
  );

  return { isAtEnd: follows && isWhole, toEnd, leadAway };
}

function distanceToEnd(box: HTMLElement): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight;
}

/** Listens to scroll events before the virtualizer, which may scroll in response. */
function useScrolls(element: RefObject<HTMLElement | null>, onScroll: () => void): void {
  useLayoutEffect(() => {
    const box = element.current;
    box?.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => box?.removeEventListener('scroll', onScroll, { capture: true });
  }, [element, onScroll]);
}

function useResizes(element: RefObject<HTMLElement | null>, onResize: () => void): void {
  const latest = useRef(onResize);
  latest.current = onResize;
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
}
