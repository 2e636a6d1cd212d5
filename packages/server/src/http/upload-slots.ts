import { Overloaded } from '../storage/batcher.ts';

/** Bounds how many bodies of many megabytes are in memory at the same time. */
export interface UploadSlots {
  /** Resolves when there is room for one more; rejects with `Overloaded` where too many wait already. The result gives it back. */
  take(): Promise<() => void>;
}

export function uploadSlots(atOnce: number, waitingMax: number): UploadSlots {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take() {
      if (free > 0) free -= 1;
      else if (waiting.length >= waitingMax) throw new Overloaded(waitingMax);
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let held = true;
      return () => {
        if (held) release();
        held = false;
      };
    },
  };
}
