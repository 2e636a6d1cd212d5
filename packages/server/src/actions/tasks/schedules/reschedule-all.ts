import type { App } from '../../../chat/conversations/app.ts';
import { findLaterSchedules, moveSchedules } from './queries.ts';
import { nextRun } from './schedule.ts';

const pageSize = 500;

/**
 * Moves schedules to earlier times after the clock was ahead: their next time was computed from a time that has not come yet.
 */
export async function rescheduleAll({ storage, clock }: Pick<App, 'storage' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  for (let after = '', size = pageSize; size === pageSize;) {
    const page = await findLaterSchedules(storage.db, now, after, pageSize);
    const early = page.flatMap((row) => {
      const { schedule_id: scheduleId, next_at: nextAt } = row;
      const next = nextRun(row, now);
      return next !== null && next < nextAt ? [{ scheduleId, nextAt: next }] : [];
    });
    if (early.length > 0) await storage.transaction((tx) => moveSchedules(tx, early));
    after = page.at(-1)?.schedule_id ?? after;
    size = page.length;
  }
}
