import { useEffect } from 'react';

interface Field {
  readonly current: HTMLTextAreaElement | null;
}

/**
 * Focuses the field when a room opens, except on a touch screen, where the keyboard would cover the messages, and while somebody writes in
 * another field of several lines.
 */
export function useFirstFocus(field: Field, disabled: boolean): void {
  useEffect(() => {
    const isBusy = document.querySelector('dialog[open], textarea:focus') !== null;
    if (!disabled && !window.matchMedia('(pointer: coarse)').matches && !isBusy) {
      field.current?.focus({ preventScroll: true });
    }
  }, [field, disabled]);
}
