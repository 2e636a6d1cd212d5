import type { Pool } from 'pg';
import type { AttemptMade } from './post-delivery.ts';
import { recordDelivered } from './tables.ts';

interface Waiting {
  readonly made: AttemptMade;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Records attempts as the product does: those that end while one insert is under way share the next. Without it a peer would pay
 * a commit for each of its attempts, which nobody who has read this far would put up with.
 */
export function gatherRecords(pool: Pool): (made: AttemptMade) => Promise<void> {
  let waiting: Waiting[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await recordDelivered(
        pool,
        batch.map(({ made }) => made),
      ).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    busy = false;
  };
  return (made) =>
    new Promise((resolve, reject) => {
      waiting.push({ made, resolve, reject });
      if (!busy) void work();
    });
}
