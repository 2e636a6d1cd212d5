import type { AgentId, UserId } from '@parley/protocol';
import { scheduleScope } from '../../../accounts/permissions/scopes.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { deletePlanned } from './own-queries.ts';

/**
 * Ends the schedules that an agent made for a person, or for everyone, unless `schedule.write` is among the scopes that
 * it keeps. The caller holds the lock of the agent.
 */
export async function endPlanned(
  tx: Tx,
  which: { readonly agentId: AgentId; readonly userId?: UserId; readonly butScopes?: readonly string[] },
): Promise<void> {
  if (!which.butScopes?.includes(scheduleScope)) await deletePlanned(tx, which);
}
