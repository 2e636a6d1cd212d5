import { elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { TimelineRow } from './timeline.ts';
import { endPixels, useFollow } from './use-follow.ts';

/** Closer to the start than this many heights of the transcript, older messages are read; as at the end, newer ones. */
const heightsAhead = 4;

export interface TranscriptScroll {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /** Leads to the row with this index, which then is the uppermost. */
  readonly toRow: (index: number) => void;
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
  const lastTop = useRef(0);

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
    scrollToFn: (...scroll) => {
      elementScroll(...scroll);
      lastTop.current = element.current?.scrollTop ?? 0;
    },
  });

  const { isAtEnd, toEnd, leadAway } = useFollow({
    element,
    lastTop,
    startsAtEnd: openAt === null,
    isWhole,
    contentPixels: virtualizer.getTotalSize(),
    scrollToEnd: () => virtualizer.scrollToEnd(),
    cancelScroll: () => virtualizer.cancelScroll(),
  });
  const toRow = useCallback(
    (index: number, align: 'start' | 'center' = 'start') => leadAway(() => virtualizer.scrollToIndex(index, { align })),
    [leadAway, virtualizer],
  );

  useLayoutEffect(() => {
    const index = openAt === null ? -1 : rows.findIndex(({ key }) => key === openAt.key);
    if (openAt !== null && index >= 0) toRow(index, openAt.align);
    else toEnd();
    // Only where the reader is led anew does the transcript jump; new rows are followed or not.
  }, [openAt?.key]);

  const readAhead = useCallback(() => {
    const box = element.current;
    if (!box) return;
    const near = box.clientHeight * heightsAhead;
    if (box.scrollTop < near) onNearStart();
    if (!isWhole && box.scrollHeight - box.scrollTop - box.clientHeight < near) onNearEnd();
  }, [onNearStart, onNearEnd, isWhole]);

  // A reader who stands at the very start scrolls no further, so what came in front has to ask for more by itself.
  useEffect(readAhead, [readAhead, rows]);

  return { element, virtualizer, isAtEnd, onScroll: readAhead, toEnd, toRow };
}
