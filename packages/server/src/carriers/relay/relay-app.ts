import type { AgentId } from '@parley/protocol';
import type { Core } from '../../routing/core.ts';
import type { RelayHub } from './relay-hub.ts';

/** What opening a stream needs. */
export interface RelayApp extends Core {
  /** The streams that agents hold open to this server. */
  readonly relays: RelayHub;
  readonly engine: StreamEngine;
}

/** What streams have to do with whoever sends over them. */
export interface StreamEngine {
  readonly nodeId: string;
  /** A stream of the agent opened on this server: what waited for one is due. */
  opened(agentId: AgentId): Promise<void>;
  /** A stream of the agent takes more, or is gone. */
  nudge(agentId: AgentId): void;
}
