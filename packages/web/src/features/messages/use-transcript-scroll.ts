import { useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { TimelineRow } from './timeline.ts';

/** Closer to the end than this counts as being there. */
const endPixels = 64;
/** Closer to the start than this many heights of the transcript, older messages are read; as at the end, newer ones. */
const heightsAhead = 4;

export interface TranscriptScroll {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
}

export interface TranscriptScrollInput {
  readonly rows: readonly TimelineRow[];
  /** The row that the room opens at; the end where it is null. */
  readonly openAt: { readonly key: string; readonly align: 'start' | 'center' } | null;
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
  /** Whether the last row is the last that there is. */
  readonly isWhole: boolean;
}

/**
 * Scrolls a transcript as readers expect: it opens at a given row or at the end, follows new messages only while the reader is
 * at the end, and stays where it is when older ones are put in front.
 */
export function useTranscriptScroll(input: TranscriptScrollInput): TranscriptScroll {
  const { rows, openAt, onNearStart, onNearEnd, isWhole } = input;
  const element = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(openAt === null);

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => element.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: () => 72,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: isWhole,
    scrollEndThreshold: endPixels,
    paddingEnd: 8,
  });

  useLayoutEffect(() => {
    const index = openAt === null ? -1 : rows.findIndex(({ key }) => key === openAt.key);
    if (openAt !== null && index >= 0) virtualizer.scrollToIndex(index, { align: openAt.align });
    else virtualizer.scrollToEnd();
    // Only where the reader is led anew does the transcript jump; new rows are the virtualizer's to follow.
  }, [openAt?.key]);

  const readAhead = useCallback(() => {
    const box = element.current;
    if (!box) return;
    const near = box.clientHeight * heightsAhead;
    if (box.scrollTop < near) onNearStart();
    if (!isWhole && distanceToEnd(box) < near) onNearEnd();
  }, [onNearStart, onNearEnd, isWhole]);

  const onScroll = useCallback(() => {
    const box = element.current;
    if (!box) return;
    setAtEnd(isWhole && distanceToEnd(box) <= endPixels);
    readAhead();
  }, [readAhead, isWhole]);

  useStayAtEnd(element, isAtEnd, () => virtualizer.scrollToEnd());

  // What fits without scrolling never scrolls, and is at its end all the same.
  useEffect(() => {
    const box = element.current;
    if (box && isWhole && box.scrollHeight <= box.clientHeight) setAtEnd(true);
  });

  // A reader who stands at the very start scrolls no further, so what came in front has to ask for more by itself.
  useEffect(readAhead, [readAhead, rows]);

  return { element, virtualizer, isAtEnd, onScroll };
}

function distanceToEnd(box: HTMLElement): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight;
}

/** A reader at the end stays there when the room for the transcript shrinks: a keyboard opens, the composer grows. */
function useStayAtEnd(element: RefObject<HTMLDivElement | null>, isAtEnd: boolean, scrollToEnd: () => void): void {
  const latest = useRef({ isAtEnd, scrollToEnd });
  latest.current = { isAtEnd, scrollToEnd };

  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (latest.current.isAtEnd) latest.current.scrollToEnd();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
}
