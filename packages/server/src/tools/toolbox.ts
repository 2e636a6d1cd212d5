import type { Tool } from './tool.ts';

/** The tools that agents may ask for. */
export interface Toolbox {
  /** The tool of this name; null where there is none. It may wait a moment for a tool server that is just being connected. */
  find(name: string): Promise<Tool | null>;
  /** The tools that are known without asking a tool server. */
  readonly known: readonly Tool[];
  /** Ends the connections to tool servers. */
  close(): Promise<void>;
}
