import type { Logger } from 'pino';
import type { Cancel, Clock, Rhythm } from './clock.ts';

/** Runs a piece of work when it is due or when it is woken, and never twice at once. */
export interface Alarm {
  /** Runs the work now, or once more after the run under way. */
  wake(): void;
  /** Runs the work at a time, in milliseconds since 1970, or sooner where an earlier one is planned. */
  at(ms: number): void;
  /** Whether it is to run once more after the run under way. */
  readonly isWoken: boolean;
  readonly isRunning: boolean;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
  /** Plans no more; resolves when the run under way is over. */
  stop(): Promise<void>;
}

const pauseAfterFailureMs = 1000;

/**
 * Makes an alarm. `work` is given the alarm and resolves to when it is due again, or null where it waits to be woken; a failure runs it
 * again in a second.
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
