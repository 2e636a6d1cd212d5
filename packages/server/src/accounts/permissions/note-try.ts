import type { AgentId, ConversationId, DeliveryId, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { noteTries } from './scope-ask-queries.ts';

/** An attempt that was refused because these people do not grant the agent a scope. */
export interface ScopeTry {
  readonly agentId: AgentId;
  readonly userIds: readonly UserId[];
  readonly scope: string;
  readonly conversationId: ConversationId;
  /** The delivery that the agent claimed as its authority; null if it acted without one. */
  readonly deliveryId: DeliveryId | null;
}

/**
 * Asks people for a grant that an agent lacked. Runs after the refusal, in a transaction of its own, because the
 * refusal rolled back everything else.
 */
export async function noteTry({ commit, clock }: Pick<Core, 'commit' | 'clock'>, tried: ScopeTry): Promise<void> {
  const now = new Date(clock.now());
  await commit(async ({ tx, tell }) => {
    const told = await noteTries(tx, { ...tried, now });
    if (told.length > 0) tell(told, 'membershipUpdated', { agentId: tried.agentId });
  });
}
