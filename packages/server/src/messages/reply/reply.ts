import type { AgentId, DeliveryId, InboundBlock, MessageId, ReplyAnswer } from '@parley/protocol';
import type { Trace } from '../../telemetry/trace.ts';
import type { IdempotencyKey } from '../../routing/stored-answer.ts';

/** An agent's answer to a delivery; its blocks have been accepted. */
export interface PostReply {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly blocks: readonly InboundBlock[];
  readonly partial: boolean;
  readonly toAgentId: AgentId | null;
  readonly key: IdempotencyKey | null;
  readonly trace: Trace | null;
  /** Whether the agent said itself which trace the reply belongs to. */
  readonly isContinued: boolean;
}

/** What an agent is answered, as the bytes that are kept under its key. */
export function presentReply(reply: PostReply, messageId: MessageId, callId: DeliveryId | null): string {
  const answer: ReplyAnswer = {
    message_id: messageId,
    partial: reply.partial,
    agent_call: callId === null ? null : { delivery_id: callId },
  };
  return JSON.stringify(answer);
}
