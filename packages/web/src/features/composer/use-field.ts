import { useEffect } from 'react';

interface Field {
  readonly current: HTMLTextAreaElement | null;
}

/** Focuses the field when a room opens, except on a touch screen, where the keyboard would cover the messages. */
export function useFirstFocus(field: Field, disabled: boolean): void {
  useEffect(() => {
    if (!disabled && !window.matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]')) {
      field.current?.focus({ preventScroll: true });
    }
  }, [field, disabled]);
}
