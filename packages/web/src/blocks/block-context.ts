import type { Message } from '@parley/protocol';
import { createContext, use } from 'react';

/** What the blocks of one message may do in their room. */
export interface BlockActions {
  /** Sends a text as an ordinary message of the reader; null where the room takes none now. */
  readonly say: ((text: string) => void) | null;
  /** Which forms of this message the reader has answered. */
  readonly formStates: Message['formStates'];
}

const inert: BlockActions = { say: null, formStates: {} };

export const BlockActionsContext = createContext<BlockActions>(inert);

export function useBlockActions(): BlockActions {
  return use(BlockActionsContext);
}
