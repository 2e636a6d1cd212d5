import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is as the query says now. */
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
