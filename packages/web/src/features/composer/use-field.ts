import { useEffect, useLayoutEffect } from 'react';

interface Field {
  readonly current: HTMLTextAreaElement | null;
}

/** Whoever opens a room may write at once; on a touch screen that would bring up the keyboard over what is to be read. */
export function useFirstFocus(field: Field, disabled: boolean): void {
  useEffect(() => {
    if (!disabled && !window.matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]')) {
      field.current?.focus({ preventScroll: true });
    }
  }, [field, disabled]);
}

/** The field is as high as its text, up to the bound that the style sets. */
export function useGrowth(field: Field, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
