import type { Refusal, StoredBlock } from '@parley/protocol';
import type { IdempotencyKey } from '../../routing/stored-answer.ts';
import type { Trace } from '../../telemetry/trace.ts';
import type { EnvelopeUser } from '../../transcript/seal-delivery.ts';

/** A person's message to a conversation. */
export interface SendMessage {
  readonly sender: EnvelopeUser;
  /** There where the sender is only known from an earlier request: the proof that has to count still, and how to look again. */
  readonly unproven?: { readonly hash: Buffer; readonly confirm: () => Promise<EnvelopeUser> } | null;
  readonly conversationId: string;
  /** Null where the message is an attachment: then a block that the platform built says it all. */
  readonly text: string | null;
  readonly blocks?: readonly StoredBlock[];
  /**
   * Why its content cannot be sent, where that was found before: a key that was used already, or a conversation that is closed to them,
   * says more.
   */
  readonly refusal?: Refusal;
  readonly key: IdempotencyKey | null;
  readonly trace: Trace | null;
}
