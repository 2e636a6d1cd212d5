import type { AgentId } from '@parley/protocol';
import { createAlarm, type Alarm } from '../../../platform/time/alarm.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { Claimer } from './claimer.ts';
import type { EngineParts } from '../engine.ts';

/** Interval of sweeps, which find what a lost signal would have announced. */
const sweepMs = 15_000;
/** Delay before a lane that another server works on is checked again, in case its signal is lost. */
const lookAgainMs = 500;

/** The actions of the plan. */
export interface Work {
  readonly claimer: Claimer;
  readonly sweep: () => Promise<void>;
  readonly lookAgain: (agentId: AgentId) => void;
}

/** Decides when deliveries are brought into memory: at the next due time, when an agent has room, or at once. */
export interface WakePlan {
  /** Claims what is due now. */
  wake(): void;
  /** Claims at `ms`, or earlier if an earlier time is planned. */
  wakeAt(ms: number): void;
  /** Fetches the backlog of an agent. */
  fetchFor(queue: AgentQueue): void;
  /** Checks now for what lost signals would have announced. */
  sweep(): void;
  readonly isBusy: boolean;
  idle(): Promise<void>;
  /** Starts no further claims. */
  stop(): void;
}

export function createWakePlan(
  { clock, log }: Pick<EngineParts, 'clock' | 'log'>,
  { claimer, sweep, lookAgain }: Work,
): WakePlan {
  const underfilled = new Set<AgentQueue>();
  const setAside = new Set<AgentId>();

  const claims = createAlarm({ clock, log }, 'claim due deliveries', (alarm) => claimer.claimDue(alarm));
  const looks = createAlarm({ clock, log }, 'look at lanes again', async () => {
    const agentIds = [...setAside];
    setAside.clear();
    for (const agentId of agentIds) lookAgain(agentId);
    return null;
  });
  const fetches = createAlarm({ clock, log }, 'fetch waiting deliveries', async () => {
    const queues = [...underfilled];
    underfilled.clear();
    try {
      for (const agentId of await claimer.fetch(queues)) setAside.add(agentId);
    } catch (error) {
      for (const queue of queues) underfilled.add(queue);
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
      underfilled.add(queue);
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
