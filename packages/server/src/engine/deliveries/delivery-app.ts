import type { RelayApp } from '../carriers/relay-app.ts';
import type { CommitDeliveries } from './delivery-work.ts';
import type { Engine } from './engine.ts';

/** The parts that routes need to queue deliveries. */
export interface DeliveryApp extends RelayApp {
  readonly engine: Engine;
  /** Runs a transaction, then hands its deliveries to the engine and publishes its signals. */
  readonly commit: CommitDeliveries;
}
