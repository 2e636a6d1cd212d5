import { useSyncExternalStore } from 'react';

/** Returns whether the browser considers itself online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(reader: () => void): () => void {
  window.addEventListener('online', reader);
  window.addEventListener('offline', reader);
  return () => {
    window.removeEventListener('online', reader);
    window.removeEventListener('offline', reader);
  };
}
