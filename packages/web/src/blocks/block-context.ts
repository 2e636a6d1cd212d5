import type {
  Approval,
  ApprovalId,
  ConversationId,
  DecisionOption,
  FormValues,
  Message,
  ReadBlock,
  StandingTermsBody,
  Task,
  TaskId,
} from '@parley/protocol';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { AskState, Decision } from '../ui/ask-card.tsx';
import type { FactEdit } from '../ui/ask-fact-edit.tsx';
import type { AskFact } from '../ui/ask-facts.tsx';

/** The current state of a task, and a function to cancel it; null if the user may not cancel it. */
export interface TaskFacts {
  readonly task: Pick<Task, 'title' | 'instructions' | 'status'>;
  readonly cancel: (() => Promise<unknown>) | null;
}

/** The approval behind a block, with the state of its decision. */
export interface ApprovalFacts {
  /** The name of the asking agent; the message's author is the platform. */
  readonly asker: string;
  /** The requested action, as a sentence with a verb. */
  readonly action?: string;
  /** Facts that the platform knows. */
  readonly facts?: readonly AskFact[];
  /** The agent's explanations, which the decision does not cover. */
  readonly remarks?: readonly AskFact[];
  /** The value that the decision covers. */
  readonly bound?: unknown;
  /** All arguments of the call, as JSON. */
  readonly exact?: unknown;
  /** Why approving cannot succeed now; null if it can. */
  readonly cannot?: string | null;
  readonly balance?: number | null;
  readonly expiresAt?: string;
  /** Whether the agent wrote the text of the request. */
  readonly wordsOfAgent?: boolean;
  readonly state: AskState;
  /** Null if the user cannot decide. */
  readonly decide: ((decision: Decision, option?: string) => void) | null;
  /** The ways to approve, of which the person chooses one. */
  readonly options?: readonly DecisionOption[];
  /** The values that can be changed before the decision, by their JSON Pointers in `bound`. */
  readonly edits?: ReadonlyMap<string, FactEdit>;
  /** The values that the person changed, as they were proposed. */
  readonly changes?: ReadonlyMap<string, string>;
  /** Where the person says why, and what they said; null keeps its place. */
  readonly why?: ReactNode;
  /** The receipt of the decision, once it is made. */
  readonly receipt?: ReactNode;
  /** How to approve with a standing permission; null if it was possible before the decision, omitted if it never was. */
  readonly standing?: StandingOffer | null;
  /** The standing permission that the approval began or belongs to. */
  readonly began?: ReactNode;
}

/** What the card needs to offer a standing permission. */
export interface StandingOffer {
  readonly approval: Approval;
  /** Why it may be worth it; null if nothing suggests it. */
  readonly note: string | null;
  readonly isSending: boolean;
  /** The refusal of the last try. */
  readonly error: Error | null;
  readonly give: (standing: StandingTermsBody) => void;
}

/** A pressed choice of a block: the text to send, and the label of the button. */
export interface PressedChoice {
  readonly text: string;
  readonly label: string;
  readonly isPurchase: boolean;
}

/** The actions of the blocks of one message in their room. */
export interface BlockActions {
  /** Sends the user's choice in a block as a message; null if the room accepts no messages now. */
  readonly choose: ((block: ReadBlock, choice: PressedChoice) => void) | null;
  /** Returns the label of the user's choice in a block; null if there is no choice yet. */
  readonly chosen?: (block: ReadBlock) => string | null;
  /** The forms of this message that the user has answered. */
  readonly formStates: Message['formStates'];
  /** The room of the message. If set, its approvals are read and can be decided. */
  readonly roomId?: ConversationId;
  /** The id of the message, so that typed form answers survive while the form is scrolled out of view. */
  readonly messageId?: string;
  /** The name of the agent that wrote the message. */
  readonly author?: string;
  /** Whether the message is still being written. */
  readonly isLive?: boolean;
  /** Answers a form of this message; rejects with the server's refusal. Omitted if forms cannot be answered. */
  readonly submitForm?: ((formId: string, values: FormValues) => Promise<void>) | null;
  /** Reads a task that a block references; null if unknown. This is a hook, so it must stay the same while a block is mounted. */
  readonly useTask?: (taskId: TaskId) => TaskFacts | null;
  /** Reads an approval that a block references, instead of the room's own way; null if unknown. This is a hook, like `useTask`. */
  readonly useApproval?: (approvalId: ApprovalId | undefined, isSeen: boolean) => ApprovalFacts | null;
}

const inert: BlockActions = { choose: null, formStates: {} };

export const BlockActionsContext = createContext<BlockActions>(inert);

export function useBlockActions(): BlockActions {
  return use(BlockActionsContext);
}
