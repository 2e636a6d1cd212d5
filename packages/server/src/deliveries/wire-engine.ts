import { AgentQueues } from './queue/agent-queues.ts';
import { createAttempts } from './attempts.ts';
import type { OpenCarriers } from '../carriers/open-carriers.ts';
import { waysOf } from '../carriers/ways.ts';
import { Claimer } from './queue/claimer.ts';
import { DispatchTimes } from './lease/dispatch-times.ts';
import { Dispatcher, type DispatchResults } from './dispatcher.ts';
import type { EngineParts } from './engine.ts';
import { createErrands } from './errands.ts';
import { NodeLease } from './lease/node-lease.ts';
import { Parked } from './queue/parked.ts';
import { targetReader } from '../carriers/read-targets.ts';
import { createSettler } from './lease/settler.ts';
import { OrphanedLeases } from './lease/orphaned-leases.ts';
import { LaneFloors } from './queue/lane-floors.ts';
import { createWakePlan, type WakePlan } from './queue/wake-plan.ts';

const pauseAfterFailureMs = 1000;

/**
 * The works of an engine, which go one way: the claimer brings deliveries from the database into the queues, the dispatcher gives them
 * to carriers, the settler records what came of it. What that leaves to be done is told to the wake plan, which begins anew.
 */
export function wireEngine(parts: EngineParts, openCarriers: OpenCarriers) {
  const { clock, hub } = parts;
  const queues = new AgentQueues(clock);
  const laneFloors = new LaneFloors();
  const lease = new NodeLease(parts, {
    reaped: () => plan.wake(),
    // The others hear of it at once; one of an earlier release finds it at its next renewal.
    joined: () => hub.publish([{ to: 'servers', type: 'serverJoined' }]),
    othersLive: (live) => hub.noteOthers(live),
    lost() {
      queues.clear();
      laneFloors.clear();
      ways.leaseLost();
    },
  });
  const nodeId = () => lease.nodeId;
  const carriers = openCarriers(nodeId);
  const ways = waysOf(carriers);
  const attempts = createAttempts(parts, nodeId, ways, createSettler(parts));
  const readTarget = targetReader(parts, nodeId);
  const results: DispatchResults = {
    dueAgain: (at) => plan.wakeAt(at.getTime()),
    hungry: (queue) => plan.fetchFor(queue),
    failed: (agentId, carrier) => errands.run(() => parked.attemptFailed(agentId, carrier)),
  };
  const dispatcher = new Dispatcher({ ...parts, nodeId, queues, ways, attempts, readTarget }, results);
  const parked = new Parked({ ...parts, queues, ways, dispatcher });
  const orphans = new OrphanedLeases({ ...parts, nodeId, queues, attempts, ways, dispatcher });
  const plan: WakePlan = createWakePlan(parts, {
    claimer: new Claimer({ ...parts, nodeId, queues, ways, dispatcher }),
    lookAgain: (agentId) => dispatcher.waits(agentId),
    async sweep() {
      await parked.sweep();
      await orphans.sweep();
      plan.wake();
    },
  });
  const errands = createErrands(parts, () => plan.wakeAt(clock.now() + pauseAfterFailureMs));
  const dispatches = new DispatchTimes(hub, nodeId, (id) => attempts.wentOutAt(id));
  return {
    lease,
    carriers,
    ways,
    queues,
    laneFloors,
    attempts,
    results,
    dispatcher,
    parked,
    plan,
    errands,
    dispatches,
  };
}
