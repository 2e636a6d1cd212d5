import { useEffect, useLayoutEffect } from 'react';

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

/** Makes the field as high as its text, up to the limit in the stylesheet. */
export function useGrowth(field: Field, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
