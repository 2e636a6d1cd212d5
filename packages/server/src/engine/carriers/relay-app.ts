import type { AgentId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { RelayHub } from './relay/relay-hub.ts';

/** The parts that are needed to open a stream. */
export interface RelayApp extends Core {
  /** The streams that agents hold open to this server. */
  readonly relays: RelayHub;
  readonly engine: StreamEngine;
}

/** The part of the engine that streams use. */
export interface StreamEngine {
  readonly nodeId: string;
  /** Notes that a stream of the agent opened on this server. Deliveries that waited for one become due. */
  opened(agentId: AgentId): Promise<void>;
  /** Notes that a stream of the agent has room again, or closed. */
  wakeAgent(agentId: AgentId): void;
}
