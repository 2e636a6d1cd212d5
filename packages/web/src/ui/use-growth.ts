import { useLayoutEffect } from 'react';

/** Makes the field as high as its text, up to the limit in the stylesheet. */
export function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
