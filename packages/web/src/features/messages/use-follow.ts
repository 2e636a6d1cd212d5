import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Closer to the end than this counts as being there. */
export const endPixels = 64;

export interface Follow {
  /** Whether the reader is at the end and is kept there. */
  readonly isAtEnd: boolean;
  /** Goes to the end, and stays there. */
  readonly toEnd: () => void;
  /** Leads elsewhere, and stays there. */
  readonly leadAway: (scroll: () => void) => void;
}

export interface FollowInput {
  readonly element: RefObject<HTMLElement | null>;
  /** How far from the top the last scroll led; the app's own scrolls are noted here as they are made. */
  readonly lastTop: { current: number };
  readonly startsAtEnd: boolean;
  /** Whether the end of what is shown is the end that there is. */
  readonly isWhole: boolean;
  readonly contentPixels: number;
  readonly scrollToEnd: () => void;
  readonly cancelScroll: () => void;
}

/**
 * Keeps a reader who is at the end there, whatever grows in the transcript or takes room from it: an answer, a picture, a card, the
 * composer, a keyboard. Only a scroll upwards that the app did not make ends that. How far the end is says nothing by itself: the
 * room may have shrunk before there was time to follow.
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
    // Where the room has grown the browser may have moved what is shown, which is nobody's scroll.
    lastTop.current = element.current?.scrollTop ?? 0;
    stay();
  });

  useLayoutEffect(() => {
    // A scroll of the reader's that has not been told of yet comes first.
    if ((element.current?.scrollTop ?? 0) < lastTop.current - 1) look();
    else stay();
  }, [element, lastTop, look, stay, contentPixels]);

  useEffect(() => {
    // What comes to a reader of what is long past is not followed.
    if (!isWhole) decide(false);
  }, [isWhole, decide]);

  useEffect(() => {
    const box = element.current;
    // What fits without scrolling never scrolls, and is at its end all the same.
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

/** Hears of each scroll before the virtualizer does, which may scroll in answer. */
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
