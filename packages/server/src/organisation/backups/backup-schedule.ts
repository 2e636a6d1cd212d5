import { nextAfter } from '../../actions/tasks/schedules/schedule.ts';
import type { Core } from '../../platform/routing/core.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import type { Backups } from './make-backup.ts';

const waitMs = 5_000;

/**
 * Starts backups at the times of `PARLEY_BACKUP_SCHEDULE`, in UTC. Times at which no server ran are left out.
 */
export function startBackupSchedule(
  app: Pick<Core, 'clock' | 'timekeeper' | 'log' | 'config'>,
  backups: Pick<Backups, 'startScheduled'>,
): { stop(): Promise<void> } {
  const { clock, timekeeper, config } = app;
  let planned: Date | null = null;
  const alarm = createAlarm(app, 'backups', async () => {
    const { backupSchedule } = config;
    if (backupSchedule === null) return null;
    if (timekeeper.jobsWait()) return clock.now() + waitMs;
    const now = new Date(clock.now());
    if (planned !== null && planned <= now) await backups.startScheduled(planned);
    planned = nextAfter(backupSchedule, 'UTC', now);
    return planned?.getTime() ?? null;
  });
  alarm.wake();
  return { stop: () => alarm.stop() };
}
