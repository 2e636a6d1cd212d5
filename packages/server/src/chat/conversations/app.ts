import type { DeliveryApp } from '../../engine/deliveries/delivery-app.ts';
import type { ConversationCache } from './conversation-cache.ts';
import type { CommitTranscripts } from './transcript-work.ts';

/**
 * Everything that a use case may need: the core, and what the folders to the left add. Each use case takes the few
 * members it uses.
 */
export interface App extends DeliveryApp {
  /** The cached conversations of this server. */
  readonly conversationCache: ConversationCache;
  /** Runs a transaction, writes its messages, hands its deliveries to the engine and publishes its signals. */
  readonly commit: CommitTranscripts;
}
