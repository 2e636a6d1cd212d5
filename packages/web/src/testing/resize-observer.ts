import { vi } from 'vitest';

/** Lets a component watch sizes, which jsdom does not know. Undone by `vi.unstubAllGlobals`. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class implements Pick<ResizeObserver, 'observe' | 'unobserve' | 'disconnect'> {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
}
