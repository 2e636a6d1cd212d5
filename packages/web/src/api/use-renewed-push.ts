import type { UserId } from '@parley/protocol';
import { useEffect } from 'react';

/** Keeps a browser that is told of things told, over a new session too. Whoever has it off pays nothing for it. */
export function useRenewedPush(userId: UserId | undefined): void {
  useEffect(() => {
    if (userId === undefined || localStorage.getItem('parley-push') === null) return;
    // Where it does not come through, the next start tries again.
    void import('./push.ts').then(({ renewPush }) => renewPush(userId)).catch(() => undefined);
  }, [userId]);
}
