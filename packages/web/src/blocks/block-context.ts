import type { ApprovalId, ConversationId, FormValues, Message, Task, TaskId } from '@parley/protocol';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { AskState, Decision } from '../ui/ask-card.tsx';

/** A task as it stands now, and how to cancel it; null where that is not the reader's to do. */
export interface TaskFacts {
  readonly task: Pick<Task, 'title' | 'instructions' | 'status'>;
  readonly cancel: (() => Promise<unknown>) | null;
}

/** What the platform knows of an approval beyond its block, and where its decision stands. */
export interface ApprovalFacts {
  /** The name of the agent that asks: the message itself is the platform's. */
  readonly asker: string;
  /** What would be done, as a sentence with a verb. */
  readonly action?: string;
  readonly facts?: readonly { readonly label: string; readonly value: ReactNode }[];
  /** The very arguments that the decision is about. */
  readonly exact?: unknown;
  readonly balance?: number | null;
  readonly expiresAt?: string;
  /** Whether the agent chose the words of what is asked. */
  readonly wordsOfAgent?: boolean;
  readonly state: AskState;
  /** Null where the reader cannot decide. */
  readonly decide: ((decision: Decision) => void) | null;
  /** What proves the decision, once there is one. */
  readonly receipt?: ReactNode;
}

/** What the blocks of one message may do in their room. */
export interface BlockActions {
  /** Sends a text as an ordinary message of the reader; null where the room takes none now. */
  readonly say: ((text: string) => void) | null;
  /** Which forms of this message the reader has answered. */
  readonly formStates: Message['formStates'];
  /** The room that the message stands in; what it asks is read and decided where this is known. */
  readonly roomId?: ConversationId;
  /** Names the message, so that what is typed into its forms stays while it is out of sight. */
  readonly messageId?: string;
  /** The agent that wrote the message. */
  readonly author?: string;
  /** Whether the message is still being written. */
  readonly isLive?: boolean;
  /** What the reader said next; the choice that sends this was pressed. */
  readonly said?: string | null;
  /** Answers a form of this message; rejects with the server's refusal. Left out where nothing can be answered. */
  readonly submitForm?: ((formId: string, values: FormValues) => Promise<void>) | null;
  /** Reads a task that a block names; null where it is not known. A hook: it is the same one for as long as a block stands. */
  readonly useTask?: (taskId: TaskId) => TaskFacts | null;
  /** Reads an approval that a block names, in place of what the room gives; null where it is not known. A hook, as `useTask` is. */
  readonly useApproval?: (approvalId: ApprovalId | undefined) => ApprovalFacts | null;
}

const inert: BlockActions = { say: null, formStates: {} };

export const BlockActionsContext = createContext<BlockActions>(inert);

export function useBlockActions(): BlockActions {
  return use(BlockActionsContext);
}
