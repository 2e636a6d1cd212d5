import type { StorageLog } from './storage-log.ts';

/** Tracks whether the database is unreachable, and logs once when that begins and once when it ends. */
export interface OutageWatch {
  /** Reports a lost or failed connection. The watch then probes whether the database or only one connection is down. */
  suspect(error: unknown): void;
  /** Stops the probes and the log lines. */
  stop(): void;
}

interface Parts {
  readonly log: StorageLog | undefined;
  /** Resolves to whether the database answers. */
  readonly answers: () => Promise<boolean>;
  readonly everyMs?: number;
}

export function watchOutages({ log, answers, everyMs = 1_000 }: Parts): OutageWatch {
  let lostAtMs: number | null = null;
  let isLooking = false;
  let isStopped = false;

  const look = async (error: unknown): Promise<void> => {
    const isThere = await answers();
    if (isStopped) return;
    if (!isThere && lostAtMs === null) {
      lostAtMs = performance.now();
      log?.error({ reason: reasonOf(error) }, 'the database is away');
    }
    if (isThere && lostAtMs !== null) {
      log?.info({ awaySeconds: Math.round((performance.now() - lostAtMs) / 1000) }, 'the database is back');
      lostAtMs = null;
    }
    if (lostAtMs === null) isLooking = false;
    else setTimeout(() => void look(error), everyMs).unref();
  };

  return {
    suspect(error) {
      if (isLooking || isStopped) return;
      isLooking = true;
      void look(error);
    },
    stop() {
      isStopped = true;
    },
  };
}

function reasonOf(error: unknown): string {
  const { message = '', code } = error as Partial<NodeJS.ErrnoException>;
  return message !== '' ? message : (code ?? 'unknown');
}
