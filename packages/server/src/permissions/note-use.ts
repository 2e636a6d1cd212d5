import type { AgentId, UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import { countUses } from './scope-grant-queries.ts';

/** What an agent did by a scope that these people grant it: a tool that was allowed or put to them, a message, a look at the history. */
export interface ScopeUse {
  readonly agentId: AgentId;
  readonly userIds: readonly UserId[];
  readonly scope: string;
  readonly now: Date;
}

/**
 * Notes a use for the people whose grant it rests on, in the transaction of what was done. Send it along with another statement
 * (`Promise.all`), so that it takes no round trip of its own.
 */
export async function noteUse(tx: Tx, use: ScopeUse): Promise<void> {
  if (use.userIds.length > 0) await countUses(tx, use);
}
