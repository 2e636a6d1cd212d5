import type { AgentId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { countUses } from './scope-grant-queries.ts';

/**
 * A use of a scope that these people granted: a tool call that was allowed or sent for approval, a message, or a read
 * of the history.
 */
export interface ScopeUse {
  readonly agentId: AgentId;
  readonly userIds: readonly UserId[];
  readonly scope: string;
  readonly now: Date;
}

/**
 * Counts a use of these people's grants, in the transaction of the action. Send it together with another statement
 * (`Promise.all`) to save a round trip.
 */
export async function noteUse(tx: Tx, use: ScopeUse): Promise<void> {
  if (use.userIds.length > 0) await countUses(tx, use);
}
