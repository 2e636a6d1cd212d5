import type { AgentId, ConversationId, DeliveryId, MessageId } from '@parley/protocol';
import { RecentMap } from '../../time/recent-map.ts';

/** A draft that this server saw open: where the next partial reply to its delivery goes. */
export interface KnownDraft {
  readonly delivery_id: DeliveryId;
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
}

/** Drafts that are known at most; those that did not grow for longest are forgotten. */
const knownMax = 20_000;

/**
 * The drafts that this server saw open. They may have ended since, so knowing one only ever saves a look: whoever acts on it has the
 * database compare it behind the lock of its conversation.
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
