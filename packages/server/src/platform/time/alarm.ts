import type { Logger } from 'pino';
import type { Cancel, Clock, Rhythm } from './clock.ts';

/** Runs work when it is due or woken. Runs never overlap. */
export interface Alarm {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  /** Schedules the work at a time in milliseconds since 1970. An earlier schedule stays. */
  at(ms: number): void;
  /** Whether the work will run once more after the current run. */
  readonly isWoken: boolean;
  readonly isRunning: boolean;
  /** Resolves when no run is active. */
  idle(): Promise<void>;
  /** Schedules no more runs. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

const pauseAfterFailureMs = 1000;

/**
 * Creates an alarm. `work` receives the alarm and resolves to when it is due again, or to null to wait for `wake`.
 * After a failure it runs again in one second.
 */
export function createAlarm(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Logger, 'error'> },
  name: string,
  work: (alarm: Alarm) => Promise<number | null>,
  rhythm: Rhythm = 'once',
): Alarm {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let again = false;
  let stopped = false;
  let cancel: Cancel = () => undefined;
  let plannedAt = Infinity;

  const run = async (): Promise<void> => {
    while (again && !stopped) {
      again = false;
      try {
        const next = await work(alarm);
        if (next !== null) alarm.at(next);
      } catch (error) {
        log.error({ err: error, alarm: name }, 'scheduled work failed; retrying');
        alarm.at(clock.now() + pauseAfterFailureMs);
      }
    }
  };
  const alarm: Alarm = {
    wake() {
      again = true;
      if (stopped || isRunning) return;
      isRunning = true;
      running = run().finally(() => {
        isRunning = false;
        if (again) alarm.wake();
      });
    },
    get isWoken() {
      return again;
    },
    get isRunning() {
      return isRunning;
    },
    async idle() {
      while (isRunning) await running;
    },
    at(ms) {
      const isPlanned = plannedAt <= ms && plannedAt > clock.now();
      if (stopped || isPlanned) return;
      cancel();
      plannedAt = ms;
      cancel = clock.after(
        ms - clock.now(),
        () => {
          plannedAt = Infinity;
          alarm.wake();
        },
        rhythm,
      );
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
  return alarm;
}
