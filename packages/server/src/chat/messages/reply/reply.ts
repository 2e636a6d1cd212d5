import type { AgentId, DeliveryId, InboundBlock, MessageId, ReplyAnswer } from '@parley/protocol';
import type { Trace } from '../../../platform/telemetry/trace.ts';
import type { IdempotencyKey } from '../../../platform/routing/stored-answer.ts';

/** An agent's reply to a delivery, with validated blocks. */
export interface PostReply {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly blocks: readonly InboundBlock[];
  readonly partial: boolean;
  readonly toAgentId: AgentId | null;
  readonly key: IdempotencyKey | null;
  readonly trace: Trace | null;
  /** Whether the agent sent the trace context of the reply. */
  readonly isContinued: boolean;
}

/** Returns the JSON response to the agent, as it is stored under the key. */
export function presentReply(reply: PostReply, messageId: MessageId, callId: DeliveryId | null): string {
  const answer: ReplyAnswer = {
    message_id: messageId,
    partial: reply.partial,
    agent_call: callId === null ? null : { delivery_id: callId },
  };
  return JSON.stringify(answer);
}
