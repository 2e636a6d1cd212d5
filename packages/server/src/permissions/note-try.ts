import type { AgentId, ConversationId, DeliveryId, UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { noteTries } from './scope-ask-queries.ts';

/** What an agent was refused because these people do not grant it a scope. */
export interface ScopeTry {
  readonly agentId: AgentId;
  readonly userIds: readonly UserId[];
  readonly scope: string;
  readonly conversationId: ConversationId;
  /** On whose authority it tried; null where it spoke unasked. */
  readonly deliveryId: DeliveryId | null;
}

/** Puts the question to people whose grant an agent lacked. It is done after the refusal, which has rolled back all else. */
export async function noteTry({ commit, clock }: Pick<Core, 'commit' | 'clock'>, tried: ScopeTry): Promise<void> {
  const now = new Date(clock.now());
  await commit(async ({ tx, tell }) => {
    const told = await noteTries(tx, { ...tried, now });
    if (told.length > 0) tell(told, 'membershipUpdated', { agentId: tried.agentId });
  });
}
