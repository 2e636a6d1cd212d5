import type { AgentRow } from '../agents/agent.ts';
import type { Tool } from './tool.ts';

/** The agent that tools are listed for. */
export type ToolAsker = Pick<AgentRow, 'handle' | 'requested_scopes'>;

/** The tools that agents may ask for. */
export interface Toolbox {
  /** The tool of this name; null where there is none. It may wait a moment for a tool server that is just being connected. */
  find(name: string): Promise<Tool | null>;
  /** The tools that are known without asking a tool server. */
  readonly known: readonly Tool[];
  /**
   * The tools whose scope an agent's manifest requests, but not those that the operator keeps from it, by name. It may wait a moment for
   * tool servers that are just being connected; what one that is down would offer is left out.
   */
  list(agent: ToolAsker): Promise<Tool[]>;
  /** Ends the connections to tool servers. */
  close(): Promise<void>;
}
