import { AgentQueues } from '../queue/agent-queues.ts';
import { createAttempts } from '../dispatch/attempts.ts';
import type { OpenCarriers } from '../../carriers/open-carriers.ts';
import { carrierSet } from '../../carriers/carrier-set.ts';
import { Claimer } from '../queue/claimer.ts';
import { DispatchTimes } from '../lease/dispatch-times.ts';
import { Dispatcher, type DispatchResults } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { createBackgroundTasks } from './background-tasks.ts';
import { createFailingAgents } from '../lease/failing-agents.ts';
import { NodeLease } from '../lease/node-lease.ts';
import { Parked } from '../queue/parked.ts';
import { targetReader } from '../../carriers/read-targets.ts';
import { createSettler } from '../lease/settler.ts';
import { OrphanedLeases } from '../lease/orphaned-leases.ts';
import { createWakePlan, type WakePlan } from '../queue/wake-plan.ts';

const pauseAfterFailureMs = 1000;

/**
 * Creates the parts of an engine. The claimer brings deliveries from the database into the queues, the dispatcher gives
 * them to carriers, and the settler records the outcomes. Retries and backlogs go back to the wake plan.
 */
export function wireEngine(parts: EngineParts, openCarriers: OpenCarriers) {
  const { clock, hub } = parts;
  const queues = new AgentQueues(clock);
  const lease = new NodeLease(parts, {
    reaped: () => plan.wake(),
    // Other servers learn of this one by the signal at once. Servers of an earlier release learn of it at their next
    // renewal.
    joined: () => hub.publish([{ to: 'servers', type: 'serverJoined' }]),
    othersLive: (live) => hub.noteOthers(live),
    lost() {
      queues.clear();
      carriers.leaseLost();
    },
  });
  const nodeId = () => lease.nodeId;
  const carriers = carrierSet(openCarriers(nodeId));
  const failingAgents = createFailingAgents(parts);
  const attempts = createAttempts(parts, nodeId, carriers, createSettler(parts, failingAgents));
  const readTarget = targetReader(parts, nodeId);
  const results: DispatchResults = {
    dueAgain: (at) => plan.wakeAt(at.getTime()),
    underfilled: (queue) => plan.fetchFor(queue),
    failed: (agentId, carrier) => backgroundTasks.run(() => parked.attemptFailed(agentId, carrier)),
  };
  const dispatcher = new Dispatcher({ ...parts, nodeId, queues, carriers, attempts, readTarget }, results);
  const parked = new Parked({ ...parts, queues, carriers, dispatcher });
  const orphans = new OrphanedLeases({ ...parts, nodeId, queues, attempts, carriers, dispatcher });
  const plan: WakePlan = createWakePlan(parts, {
    claimer: new Claimer({ ...parts, nodeId, queues, carriers, dispatcher }),
    lookAgain: (agentId) => dispatcher.waits(agentId),
    async sweep() {
      await parked.sweep();
      await orphans.sweep();
      plan.wake();
    },
  });
  const backgroundTasks = createBackgroundTasks(parts, () => plan.wakeAt(clock.now() + pauseAfterFailureMs));
  const dispatches = new DispatchTimes(hub, nodeId, (id) => attempts.wentOutAt(id));
  return {
    lease,
    carriers,
    queues,
    attempts,
    failingAgents,
    results,
    dispatcher,
    parked,
    plan,
    backgroundTasks,
    dispatches,
  };
}
