import { elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { TimelineRow } from './timeline.ts';
import { endPixels, useFollow } from './use-follow.ts';

/** Within this many view heights of the start or the end, more messages are loaded. */
const heightsAhead = 4;

export interface TranscriptScroll {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /** Scrolls to the row with this index, at the top of the view. */
  readonly toRow: (index: number) => void;
}

export interface TranscriptScrollInput {
  readonly rows: readonly TimelineRow[];
  /** The row that the room opens at; null for the end. */
  readonly openAt: { readonly key: string; readonly align: 'start' | 'center' } | null;
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
  /** Whether the last row is the last of the room. */
  readonly isWhole: boolean;
}

/**
 * Scrolls a transcript. It opens at a given row or at the end, follows new messages only while the view is at the end, and
 * keeps its position when older messages are added in front.
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
    // The transcript jumps only to a new opening position, not for new rows.
  }, [openAt?.key]);

  const readAhead = useCallback(() => {
    const box = element.current;
    if (!box) return;
    const near = box.clientHeight * heightsAhead;
    if (box.scrollTop < near) onNearStart();
    if (!isWhole && box.scrollHeight - box.scrollTop - box.clientHeight < near) onNearEnd();
  }, [onNearStart, onNearEnd, isWhole]);

  // At the very start no further scroll event comes, so newly added rows must trigger the next load.
  useEffect(readAhead, [readAhead, rows]);

  return { element, virtualizer, isAtEnd, onScroll: readAhead, toEnd, toRow };
}
