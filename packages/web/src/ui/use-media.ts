import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the window matches the media query now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (reader: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', reader);
      return () => media.removeEventListener('change', reader);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
