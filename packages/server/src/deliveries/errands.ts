import type { Logger } from 'pino';

/** What signals and outcomes ask for, each on its own. */
export interface Errands {
  run(work: () => Promise<void>): void;
  readonly isBusy: boolean;
  idle(): Promise<void>;
  /** Begins nothing more. */
  stop(): void;
}

/** @param onFailure Called where one failed, to have its work made up for. */
export function createErrands({ log }: { readonly log: Logger }, onFailure: () => void): Errands {
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
