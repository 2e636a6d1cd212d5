import type { DecisionRequestArguments } from '@parley/protocol';

/** What came of a question. */
export type Outcome =
  | {
      readonly status: 'answered';
      readonly answer: string;
      /** The choice that the answer is, where choices were given and it is one. */
      readonly choice: string | null;
      readonly decided_by: string;
      readonly at: string;
    }
  | {
      readonly status: 'approved';
      readonly arguments: unknown;
      /** Why, in the person's words, where they gave a reason. */
      readonly reason?: string;
      readonly decided_by: string;
    }
  | { readonly status: 'denied'; readonly reason?: string; readonly decided_by: string }
  | { readonly status: 'expired' | 'withdrawn' }
  | { readonly status: 'failed'; readonly code: string; readonly message: string; readonly hint?: string | undefined };

/** Something a person was asked: a question that a message answers, or an action that they approve or deny. */
export interface Question {
  readonly id: string;
  readonly type: 'question' | 'approval';
  readonly conversationId: string;
  readonly askedAt: string;
  readonly choices: readonly string[];
  /** The message that asks; what was written before it does not answer it. */
  readonly messageId: string | null;
  /** For an approval: the asker's own word for it, what is put to the person, and since when it is. */
  readonly kind: string | null;
  readonly decision: DecisionRequestArguments | null;
  readonly invocationId: string | null;
  readonly outcome: Outcome | null;
  /** Whether the outcome was returned to the caller. */
  readonly isTold: boolean;
  /** When something last changed about it. */
  readonly changedAt: string;
}

/** Something that was written and answers no question. */
export interface UnreadMessage {
  readonly id: string;
  readonly text: string;
  readonly from: string;
  /** Whether the person wrote it who decides. What others write is told and decides nothing. */
  readonly is_person: boolean;
  readonly at: string;
}

/** How long a question stays open, as long as an approval usually does. */
export const openForMs = 24 * 3_600_000;
