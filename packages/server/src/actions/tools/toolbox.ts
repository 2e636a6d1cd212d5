import type { AgentRow } from '../../accounts/agents/agent.ts';
import type { Tool } from './tool.ts';

/** The agent that lists tools. */
export type ToolAsker = Pick<AgentRow, 'handle' | 'requested_scopes'>;

/** The tools that agents may ask for. */
export interface Toolbox {
  /** Returns the tool of this name, or null. May wait a few seconds for a tool server that is still connecting. */
  find(name: string): Promise<Tool | null>;
  /** The tools that are known without a request to a tool server. */
  readonly known: readonly Tool[];
  /**
   * Lists the tools with scopes that an agent's manifest requests, except those that the operator does not allow it.
   * May wait a few seconds for tool servers that are still connecting. Leaves out tools of servers that are down.
   */
  list(agent: ToolAsker): Promise<Tool[]>;
  /** Calls `check` now, and whenever a tool server has said which tools it has. */
  watch(check: () => void): void;
  /** Closes the connections to tool servers. */
  close(): Promise<void>;
}
