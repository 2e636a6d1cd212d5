import type { RefObject } from 'react';
import { usePageKeys } from '../../ui/use-page-keys.ts';

/** Handles the keys of a list with a search field: J and K move the focus between the rows, / moves it to the search field. */
export function useListKeys(place: RefObject<HTMLElement | null>): void {
  function step(by: 1 | -1): void {
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('li > a') ?? [])];
    const now = rows.findIndex((row) => row === document.activeElement);
    const next = now < 0 ? rows[0] : rows[now + by];
    next?.focus();
  }

  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    '/': () => place.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  });
}
