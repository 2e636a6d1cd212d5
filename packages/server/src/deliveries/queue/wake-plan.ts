import type { AgentId } from '@parley/protocol';
import { createAlarm, type Alarm } from '../../time/alarm.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { Claimer } from './claimer.ts';
import type { EngineParts } from '../engine.ts';

/** Between sweeps, which find what a lost signal would have told. */
const sweepMs = 15_000;
/** A lane that another server is at is looked at again after this long, should its signal not come. */
const lookAgainMs = 500;

/** What is done when the plan says so. */
export interface Work {
  readonly claimer: Claimer;
  readonly sweep: () => Promise<void>;
  readonly lookAgain: (agentId: AgentId) => void;
}

/** When something is brought into memory: at the next due time, when an agent has room, and at once where it cannot wait. */
export interface WakePlan {
  /** Claims what is due now. */
  wake(): void;
  /** Claims what is due at a time, or sooner where an earlier one is planned. */
  wakeAt(ms: number): void;
  /** Fetches what waits for an agent. */
  fetchFor(queue: AgentQueue): void;
  /** Looks now for what lost signals would have told. */
  sweep(): void;
  readonly isBusy: boolean;
  idle(): Promise<void>;
  /** Brings nothing more. */
  stop(): void;
}

export function createWakePlan(
  { clock, log }: Pick<EngineParts, 'clock' | 'log'>,
  { claimer, sweep, lookAgain }: Work,
): WakePlan {
  const hungry = new Set<AgentQueue>();
  const setAside = new Set<AgentId>();

  const claims = createAlarm({ clock, log }, 'claim due deliveries', (alarm) => claimer.claimDue(alarm));
  const looks = createAlarm({ clock, log }, 'look at lanes again', async () => {
    const agentIds = [...setAside];
    setAside.clear();
    for (const agentId of agentIds) lookAgain(agentId);
    return null;
  });
  const fetches = createAlarm({ clock, log }, 'fetch waiting deliveries', async () => {
    const queues = [...hungry];
    hungry.clear();
    try {
      for (const agentId of await claimer.fetch(queues)) setAside.add(agentId);
    } catch (error) {
      for (const queue of queues) hungry.add(queue);
      throw error;
    }
    if (setAside.size > 0) looks.at(clock.now() + lookAgainMs);
    return null;
  });
  const beat = async (alarm: Alarm): Promise<number | null> => {
    alarm.at(clock.now() + sweepMs);
    await sweep();
    return null;
  };
  const sweeps = createAlarm({ clock, log }, 'sweep deliveries', beat, 'beat');
  const alarms = [claims, looks, fetches, sweeps];

  return {
    wake: () => claims.wake(),
    wakeAt: (ms) => claims.at(ms),
    fetchFor(queue) {
      hungry.add(queue);
      fetches.wake();
    },
    sweep: () => sweeps.wake(),
    get isBusy() {
      return alarms.some((alarm) => alarm.isRunning);
    },
    async idle() {
      for (const alarm of alarms) await alarm.idle();
    },
    stop() {
      for (const alarm of alarms) void alarm.stop();
    },
  };
}
