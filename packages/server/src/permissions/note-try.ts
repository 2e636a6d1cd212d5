import type { AgentId, ConversationId, DeliveryId, UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import { tell } from '../signals/signal.ts';
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
export async function noteTry(
  { storage, clock, hub }: Pick<App, 'storage' | 'clock' | 'hub'>,
  tried: ScopeTry,
): Promise<void> {
  const now = new Date(clock.now());
  const told = await storage.transaction((tx) => noteTries(tx, { ...tried, now }));
  if (told.length > 0) hub.publish([tell(told, 'membershipUpdated', { agentId: tried.agentId })]);
}
