import type { KeyboardEvent } from 'react';
import type { TimelineRow } from '../timeline.ts';
import { pickReaction } from './picked.ts';

/** Returns the handler of the message log's keys: `+` on a focused message opens the picker of emoji. */
export function reactionKey(rows: readonly TimelineRow[]) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (key !== '+' || altKey || ctrlKey || metaKey || !(target instanceof Element) || !target.matches('article'))
      return;
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'])];
    if (row?.kind !== 'message' || row.isDeleted || row.message.partial) return;
    event.preventDefault();
    pickReaction(row.message);
  };
}
