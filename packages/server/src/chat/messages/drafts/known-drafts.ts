import type { AgentId, ConversationId, DeliveryId, MessageId } from '@parley/protocol';
import { RecentMap } from '../../../platform/time/recent-map.ts';

/** A draft that this server has seen open, as the target of the next partial reply to its delivery. */
export interface KnownDraft {
  readonly delivery_id: DeliveryId;
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
}

/** Maximum number of drafts kept. The least recently updated are forgotten. */
const knownMax = 20_000;

/**
 * A cache of open drafts. They may have ended since: the statement that uses an entry verifies it under the lock of its
 * conversation.
 */
export class KnownDrafts {
  private readonly drafts = new RecentMap<DeliveryId, KnownDraft>(knownMax);

  of(deliveryId: DeliveryId): KnownDraft | undefined {
    return this.drafts.get(deliveryId);
  }

  learn({ delivery_id, message_id, conversation_id, agent_id }: KnownDraft): void {
    this.drafts.set(delivery_id, { delivery_id, message_id, conversation_id, agent_id });
  }

  forget(deliveryId: DeliveryId): void {
    this.drafts.delete(deliveryId);
  }
}
