import type { Choice, Refusal, StoredBlock } from '@parley/protocol';
import type { IdempotencyKey } from '../../../platform/routing/stored-answer.ts';
import type { Trace } from '../../../platform/telemetry/trace.ts';
import type { EnvelopeUser } from '../../transcript/seal-delivery.ts';

/** A person's message to a conversation. */
export interface SendMessage {
  readonly sender: EnvelopeUser;
  /**
   * Set if the sender is only cached: the hash of the session or token to verify, and a function that looks it up
   * again.
   */
  readonly unproven?: { readonly hash: Buffer; readonly confirm: () => Promise<EnvelopeUser> } | null;
  readonly conversationId: string;
  /** Null for an attachment, which has a block that the platform built instead. */
  readonly text: string | null;
  readonly blocks?: readonly StoredBlock[];
  /** The option that it chooses in another message. Each block can be chosen from once. */
  readonly choice?: Choice | undefined;
  /**
   * Why the content cannot be sent, if that is already known. A used key or a conversation closed to the sender takes
   * precedence.
   */
  readonly refusal?: Refusal;
  readonly key: IdempotencyKey | null;
  readonly trace: Trace | null;
}
