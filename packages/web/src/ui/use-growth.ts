import { useLayoutEffect } from 'react';

/** Makes the field as high as its text, up to the limit in the stylesheet. An empty one has the height of its rows, whatever its placeholder. */
export function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    // The scroll height of an empty field is that of its placeholder.
    if (text === '') return;
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
