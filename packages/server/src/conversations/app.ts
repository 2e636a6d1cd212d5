import type { DeliveryApp } from '../deliveries/delivery-app.ts';
import type { ConversationBeliefs } from './beliefs.ts';

/** All that a use case may need: the core, and what the folders to its left add. Each takes the few members that it uses. */
export interface App extends DeliveryApp {
  /** What this server believes of conversations. */
  readonly beliefs: ConversationBeliefs;
}
