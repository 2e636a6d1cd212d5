import type { Logger } from 'pino';

/** Runs background tasks that signals and outcomes ask for, independently of each other. */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void;
  readonly isBusy: boolean;
  idle(): Promise<void>;
  /** Starts no further tasks. */
  stop(): void;
}

/**
 * Creates the runner of background tasks.
 *
 * @param onFailure Called when a task has failed. It should plan a retry.
 */
export function createBackgroundTasks({ log }: { readonly log: Logger }, onFailure: () => void): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  return {
    run(work) {
      if (stopped) return;
      const running = work()
        .catch((error: unknown) => {
          log.error({ err: error }, 'delivery engine could not reach the database');
          onFailure();
        })
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    get isBusy() {
      return underWay.size > 0;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop() {
      stopped = true;
    },
  };
}
