import { AgentQueues } from '../queue/agent-queues.ts';
import { createAttempts } from '../dispatch/attempts.ts';
import type { OpenCarriers } from '../../carriers/open-carriers.ts';
import { waysOf } from '../../carriers/ways.ts';
import { Claimer } from '../queue/claimer.ts';
import { DispatchTimes } from '../lease/dispatch-times.ts';
import { Dispatcher, type DispatchResults } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { createErrands } from './background-tasks.ts';
import { createFailingAgents } from '../lease/failing-agents.ts';
import { NodeLease } from '../lease/node-lease.ts';
import { Parked } from '../queue/parked.ts';
import { targetReader } from '../../carriers/read-targets.ts';
import { createSettler } from '../lease/settler.ts';
import { OrphanedLeases } from '../lease/orphaned-leases.ts';
import { LaneFloors } from '../queue/lane-floors.ts';
import { createWakePlan, type WakePlan } from '../queue/wake-plan.ts';

const pauseAfterFailureMs = 1000;

/**
 * Creates the parts of an engine. The claimer brings deliveries from the database into the queues, the dispatcher gives
 * them to carriers, and the settler records the outcomes. Retries and backlogs go back to the wake plan.
 */
export function wireEngine(parts: EngineParts, openCarriers: OpenCarriers) {
  const { clock, hub } = parts;
  const queues = new AgentQueues(clock);
  const laneFloors = new LaneFloors();
  const lease = new NodeLease(parts, {
    reaped: () => plan.wake(),
    // Other servers learn of this one by the signal at once. Servers of an earlier release learn of it at their next
    // renewal.
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
  const failingAgents = createFailingAgents(parts);
  const attempts = createAttempts(parts, nodeId, ways, createSettler(parts, failingAgents));
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
    failingAgents,
    results,
    dispatcher,
    parked,
    plan,
    errands,
    dispatches,
  };
}
