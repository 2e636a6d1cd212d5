import { useEffect } from 'react';
import type { RefObject } from 'react';

/** A room scrolls past its rows while it opens and measures them, so a brief view does not count. */
const stayMs = 300;

/**
 * Calls `onSeen` once the element has stayed in view for 300 ms; calls it at once if the browser has no IntersectionObserver.
 */
export function useInView(element: RefObject<HTMLElement | null>, onSeen: (() => void) | undefined): void {
  useEffect(() => {
    const target = element.current;
    if (!target || !onSeen) return;
    if (!('IntersectionObserver' in globalThis)) return onSeen();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(onSeen, stayMs);
    });
    observer.observe(target);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, onSeen]);
}
