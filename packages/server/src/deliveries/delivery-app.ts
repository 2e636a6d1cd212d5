import type { RelayApp } from '../carriers/relay/relay-app.ts';
import type { CommitDeliveries } from './delivery-work.ts';
import type { Engine } from './engine.ts';

/** What sending needs. */
export interface DeliveryApp extends RelayApp {
  readonly engine: Engine;
  /** Writes, and afterwards hands off and tells what was written. */
  readonly commit: CommitDeliveries;
}
