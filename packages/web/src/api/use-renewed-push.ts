import type { UserId } from '@parley/protocol';
import { useEffect } from 'react';

/** Renews the push subscription for a new session. Loads no code if push is off. */
export function useRenewedPush(userId: UserId | undefined): void {
  useEffect(() => {
    if (userId === undefined || localStorage.getItem('parley-push') === null) return;
    // After a failure, the next start tries again.
    void import('./push.ts').then(({ renewPush }) => renewPush(userId)).catch(() => undefined);
  }, [userId]);
}
